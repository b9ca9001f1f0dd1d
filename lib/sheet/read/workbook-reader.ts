import { readWorkbook, type WorkbookReader, type ZipParts } from './read-workbook.ts';
import { openStringStore } from './string-store.ts';

export { isWorkbook } from './read-workbook.ts';

/** Opens an XLSX workbook on the server: shared strings are kept in a temporary file until `close`. */
export const openWorkbook = (zip: ZipParts): Promise<WorkbookReader> => readWorkbook(zip, openStringStore());
