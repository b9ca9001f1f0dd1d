// Writes the table on screen as CSV, tab-separated text and HTML.

import { parseDecimal } from '#lib/format/decimal';
import { type CsvCell, csvRow } from '#lib/sheet/csv';
import type { Column } from '../columns.tsx';
import { plainDigits } from '../rows/exact.ts';
import type { Facts } from './row-texts.ts';

/** The table on screen, for a file: shown columns in order, and rows as filtered, sorted or selected. */
export type Shown<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Those of them that the totals count; default: all. */
  totaled?: readonly Row[];
  facts: Facts;
};

/** Exact content of a cell for files: whole numbers as bigint, yyyy-mm-dd, text. */
function fileCell<Row>(column: Column<Row>, row: Row): CsvCell {
  const value = column.value(row);
  if (value === null || value === undefined || typeof value === 'bigint') return value;
  const text = plainDigits(value);
  if (column.kind !== 'number') return text;
  const decimal = parseDecimal(text);
  if (decimal?.scale === 0) return decimal.digits;
  // A number only where no digits are lost. As text, a leading minus would be escaped like a formula.
  return decimal && String(Number(text)) === text ? Number(text) : text;
}

const linesPerPart = 500;

/** Header and rows of the table on screen as CSV, in parts. Escaped against formulas. The digest of a file is that of this text. */
export function* csvRowsOf<Row>({ columns, rows }: Pick<Shown<Row>, 'columns' | 'rows'>): Generator<string> {
  yield csvRow(columns.map((column) => column.header));
  for (let at = 0; at < rows.length; at += linesPerPart) {
    const part = rows.slice(at, at + linesPerPart);
    yield part.map((row) => csvRow(columns.map((column) => fileCell(column, row)))).join('');
  }
}

/** First in a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff';

/** Below the rows of a CSV file: an empty line and the facts. */
export const csvFactsOf = (facts: Facts) => (facts.length > 0 ? `\r\n${facts.map(csvRow).join('')}` : '');

const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ');

/** A cell for pasting: escaped against formulas as in CSV, on one line. */
function pasted<Row>(column: Column<Row>, row: Row): string {
  const csv = csvRow([fileCell(column, row)]).slice(0, -2);
  return oneLine(csv.startsWith('"') ? csv.slice(1, -1).replaceAll('""', '"') : csv);
}

/** Tab-separated text for the clipboard, which all spreadsheets accept. */
export function tsvOfShown<Row>({ columns, rows }: Pick<Shown<Row>, 'columns' | 'rows'>): string {
  return [
    columns.map((column) => oneLine(column.header)).join('\t'),
    ...rows.map((row) => columns.map((column) => pasted(column, row)).join('\t')),
  ].join('\n');
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
/** Spreadsheets round whole numbers with more digits. */
const exactDigitsMax = 15;

/** The same as a table for mail and word processors. */
export function htmlOfShown<Row>({ columns, rows }: Pick<Shown<Row>, 'columns' | 'rows'>): string {
  const cell = (column: Column<Row>, row: Row) => {
    const text = pasted(column, row);
    const asText = column.kind !== 'number' || text.replace(/\D/g, '').length > exactDigitsMax;
    const style = `${asText ? "mso-number-format:'\\@'" : ''}${column.kind === 'number' ? ';text-align:right' : ''}`;
    return `<td style="${style}">${escaped(text)}</td>`;
  };
  const head = columns.map((column) => `<th>${escaped(column.header)}</th>`).join('');
  const body = rows.map((row) => `<tr>${columns.map((column) => cell(column, row)).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
