import { type Workbook, workbookParts } from './workbook-parts.ts';
import { writeZip } from './zip.ts';

export type { Sheet, Workbook } from './workbook-parts.ts';

/**
 * Writes an XLSX workbook as a stream. A row source is read only as fast as the result is; stopping early runs
 * the sources' `finally`.
 */
export function writeWorkbook(book: Workbook): AsyncGenerator<Uint8Array> {
  return writeZip(workbookParts(book), { level: book.level ?? 4, date: book.date });
}
