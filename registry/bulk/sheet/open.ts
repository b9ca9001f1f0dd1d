import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readCsv } from '#lib/sheet/read/csv-reader';
import { unreadable } from '#lib/sheet/read/refusal';
import { openZip } from '#lib/sheet/read/zip-reader';
import { csvName } from '#registry/import/fields/field';
import { headerKey } from '#registry/import/read/header-key';
import { openSheets } from '#registry/import/read/open-register';
import type { RegisterFile } from '#registry/import/read/register-file';
import { bulkSheets } from './fields.ts';

/** Opens a workbook, an archive of CSV files, or one CSV file whose headers say which sheet it is. */
export async function openBulk(path: string): Promise<RegisterFile> {
  if (!(await isPlain(path))) {
    const zip = await openZip(path);
    try {
      return await openSheets(zip, bulkSheets);
    } catch (error) {
      await zip.close();
      throw error;
    }
  }
  const headers = await headersOf(path);
  const sheet = bulkSheets.find(({ fields }) =>
    fields.every(({ name, required }) => required !== true || headers.has(headerKey(name))),
  );
  if (!sheet) throw unreadable('its first row has not the headers of Issuances, Transfers or Holder updates');
  const rows = () => readCsv(csvName(sheet), createReadStream(path));
  return {
    is1904: false,
    sheets: new Map([[sheet.key, [{ name: sheet.name, rows, isCsv: true }]]]),
    unknown: [],
    close: async () => {},
  };
}

/** Whether it is text: neither an archive nor an older workbook. */
async function isPlain(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const first = buffer.subarray(0, bytesRead).toString('latin1');
    return bytesRead > 0 && !first.startsWith('PK') && !first.startsWith('\u00d0\u00cf\u0011\u00e0');
  } finally {
    await file.close();
  }
}

async function headersOf(path: string): Promise<Set<string>> {
  for await (const [first] of readCsv('the file', createReadStream(path)))
    if (first) return new Set(first.cells.flatMap((cell) => (cell ? [headerKey(cell.text)] : [])));
  return new Set();
}
