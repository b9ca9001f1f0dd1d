// Reads the first rows of a workbook or CSV file in the browser, for a preview.

import { addDays, formatDate } from '#lib/format/dates';
import { fixed, parseDecimal } from '#lib/format/decimal';
import { openBlobZip } from '#lib/sheet/read/blob-zip';
import type { RawCell, RawRow } from '#lib/sheet/read/cells';
import { cellsLimits } from '#lib/sheet/read/cells-digest';
import { csvParser } from '#lib/sheet/read/csv-reader';
import { readWorkbook } from '#lib/sheet/read/read-workbook';
import { stringsInMemory } from '#lib/sheet/read/strings-in-memory';

/** A cell as a spreadsheet program shows it; `isNumber` for those at the right. */
export type ShownCell = { text: string; isNumber: boolean };

export type FirstRows = {
  /** Empty for CSV. */
  name: string;
  rows: { number: number; cells: ShownCell[] }[];
  /** Whether the sheet has more rows. */
  hasMore: boolean;
};

/** The first rows of every sheet of a workbook, read in the browser. Throws Refusal for an unreadable file. */
export async function firstRowsOfWorkbook(file: Blob, rowsMax: number): Promise<FirstRows[]> {
  const book = await readWorkbook(await openBlobZip(file, cellsLimits), stringsInMemory());
  try {
    const sheets: FirstRows[] = [];
    for (const { name, rows, isHidden } of book.sheets)
      if (!isHidden) sheets.push({ name, ...(await take(rows([]), rowsMax, book.is1904)) });
    return sheets;
  } finally {
    book.close();
  }
}

/** The first rows of a CSV file in UTF-8, read in the browser. Throws Refusal for an unreadable file. */
export async function firstRowsOfCsv(file: Blob, name: string, rowsMax: number): Promise<FirstRows[]> {
  async function* parts(): AsyncGenerator<RawRow[]> {
    const parser = csvParser(name);
    const decoder = new TextDecoder();
    const reader = file.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.write(decoder.decode(part.value, { stream: true }));
      yield parser.take();
    }
    parser.end();
    yield parser.take();
  }
  return [{ name: '', ...(await take(parts(), rowsMax, false)) }];
}

async function take(parts: AsyncIterable<RawRow[]>, rowsMax: number, is1904: boolean) {
  const rows: FirstRows['rows'] = [];
  for await (const part of parts)
    for (const { number, isHidden, cells } of part) {
      if (isHidden) continue;
      if (rows.length === rowsMax) return { rows, hasMore: true };
      rows.push({ number, cells: Array.from(cells, (cell) => shown(cell, is1904)) });
    }
  return { rows, hasMore: false };
}

function shown(cell: RawCell | undefined, is1904: boolean): ShownCell {
  if (!cell) return { text: '', isNumber: false };
  const { kind, text, isPercent } = cell;
  if (kind === 'date') {
    const days = Math.floor(Number(text)) + (is1904 ? 1462 : 0);
    // Spreadsheet programs count 29 February 1900, which did not exist.
    return { text: formatDate(addDays(days < 60 ? '1899-12-31' : '1899-12-30', days)), isNumber: false };
  }
  if (kind === 'number') return { text: numberText(text, isPercent), isNumber: true };
  return { text, isNumber: false };
}

/** Exact; a number with an exponent is shown as it is written. */
function numberText(text: string, isPercent = false): string {
  const value = parseDecimal(text);
  if (!value) return text;
  // A percentage has four decimals in our files.
  const shifted = isPercent ? { digits: value.digits * 100n, scale: value.scale } : value;
  const { negative, text: digits } = fixed(shifted, 0, isPercent ? 4 : 15);
  return `${negative ? '-' : ''}${digits}${isPercent ? '%' : ''}`;
}
