// Writes workbooks for tests, with cells of any kind.

import { gather } from '#lib/sheet/archive-for-tests';
import { columnLetters } from '#lib/sheet/worksheet';
import { writeZip } from '#lib/sheet/zip';
import { sheets } from '#registry/import/fields/index';

/** A cell as a spreadsheet program stores it: a text, or XML with its type. */
export type Cell =
  | string
  | { type: 'n' | 'b' | 'e'; value: string; currency?: '€' }
  | { date: number }
  | { formula: string };

export const number = (value: string): Cell => ({ type: 'n', value });
export const logical = (value: boolean): Cell => ({ type: 'b', value: value ? '1' : '0' });
export const errorCell = (value: string): Cell => ({ type: 'e', value });
export const day = (serial: number): Cell => ({ date: serial });

/** Rows of a sheet by number; cells by column letters. */
export type Rows = Record<number, Record<string, Cell>>;

export type Book = {
  rows: Record<string, Rows>;
  hidden?: Record<string, number[]>;
  merged?: Record<string, string[]>;
  is1904?: boolean;
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellText(at: string, cell: Cell): string {
  if (typeof cell === 'string') {
    // A control character cannot be in XML.
    const text = escaped(cell).replace('\u0007', '_x0007_');
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  }
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  if ('formula' in cell) return `<c r="${at}"><f>${escaped(cell.formula)}</f><v>0</v></c>`;
  return `<c r="${at}"${cell.currency ? ' s="2"' : ''} t="${cell.type}"><v>${cell.value}</v></c>`;
}

const place = (letters: string) => letters.padStart(3, ' ');

function sheetText(rows: Rows, hidden: readonly number[], merged: readonly string[]): string {
  const lines = Object.entries(rows).map(([row, cells]) => {
    const list = Object.entries(cells).sort(([a], [b]) => (place(a) < place(b) ? -1 : 1));
    const text = list.map(([column, cell]) => cellText(`${column}${row}`, cell)).join('');
    return `<row r="${row}"${hidden.includes(Number(row)) ? ' hidden="1"' : ''}>${text}</row>`;
  });
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet><sheetData>${lines.join('')}</sheetData>${merges ? `<mergeCells>${merges}</mergeCells>` : ''}</worksheet>`;
}

/** The headers of a sheet of the template, in row 1. */
export function headers(name: string): Record<string, Cell> {
  const { fields } = sheets.find((sheet) => sheet.name === name)!;
  return Object.fromEntries(fields.map((field, index) => [columnLetters(index), field.name]));
}

/** A row of a sheet by the keys of its fields. */
export function rowOf(name: string, values: Record<string, Cell>): Record<string, Cell> {
  const { fields } = sheets.find((sheet) => sheet.name === name)!;
  const list = fields.flatMap(({ key }, index) =>
    values[key] === undefined ? [] : [[columnLetters(index), values[key]]],
  );
  return Object.fromEntries(list);
}

export async function workbook({ rows, hidden = {}, merged = {}, is1904 = false }: Book): Promise<Buffer> {
  const names = Object.keys(rows);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => relation(`s${index}`, 'worksheet', `s${index}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$€-407] #,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  };
  for (const [index, name] of names.entries())
    parts[`xl/s${index}.xml`] = sheetText(rows[name]!, hidden[name] ?? [], merged[name] ?? []);
  const entries = Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text) }));
  return gather(writeZip(entries, { date: '2026-01-01' }));
}
