import { parseDecimal } from '#lib/format/decimal';
import { type CsvCell, csvRow } from '#lib/sheet/csv';
import type { Column } from './columns.tsx';
import { plainDigits } from './exact.ts';

/** Exact content of a cell for files: whole numbers as bigint, yyyy-mm-dd, words. */
export function fileCell<Row>(column: Column<Row>, row: Row): CsvCell {
  const value = column.value(row);
  if (value === null || value === undefined || typeof value === 'bigint') return value;
  const text = plainDigits(value);
  if (column.kind !== 'number') return text;
  const decimal = parseDecimal(text);
  if (decimal?.scale === 0) return decimal.digits;
  // As a number only where its digits survive: as text, a minus sign would be marked against formulas.
  return decimal && String(Number(text)) === text ? Number(text) : text;
}

/** What a file says of itself: of when it is, how it was filtered and sorted. */
export type Facts = readonly (readonly [name: string, value: string])[];

/**
 * CSV of what is on screen: these columns, these rows, this order; then an empty line and what the file says of
 * itself, so that the header stays in the first line. Formula-safe, with a byte order mark.
 */
export function csvOfShown<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  facts: Facts = [],
): string {
  const lines = rows.map((row) => csvRow(columns.map((column) => fileCell(column, row))));
  const notes = facts.length > 0 ? `\r\n${facts.map(csvRow).join('')}` : '';
  return `\ufeff${csvRow(columns.map((column) => column.header))}${lines.join('')}${notes}`;
}

/** The same as tab-separated text for the clipboard, read well by every spreadsheet. */
export function tsvOfShown<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ');
  const field = (cell: CsvCell) => {
    const csv = csvRow([cell]).slice(0, -2);
    return oneLine(csv.startsWith('"') ? csv.slice(1, -1).replaceAll('""', '"') : csv);
  };
  return [
    columns.map((column) => oneLine(column.header)).join('\t'),
    ...rows.map((row) => columns.map((column) => field(fileCell(column, row))).join('\t')),
  ].join('\n');
}

/** Hands a text to the person as a file. */
export function saveText(text: string, fileName: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
