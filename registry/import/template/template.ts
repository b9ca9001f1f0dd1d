// Writes the template of a register as a workbook or CSV files, empty or with an example.

import type { Cell } from '#lib/sheet/cell';
import { writeCsv } from '#lib/sheet/csv';
import type { Kind } from '#lib/sheet/styles';
import { type Sheet, writeWorkbook } from '#lib/sheet/workbook';
import { columnLetters, type SheetColumn, type SheetRow } from '#lib/sheet/worksheet';
import { writeZip } from '#lib/sheet/zip';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { csvName, type Field, type FieldType, type SheetFields } from '../fields/field.ts';
import { listsOf, sheets, yesNoList } from '../fields/index.ts';
import { formOf, requiredText } from './describe.ts';
import { example } from './example.ts';
import { type Instructions, instructions } from './instructions.ts';

/** Sheets of the template that hold no data; the reader leaves them out. */
export const textSheets = ['Instructions', 'Columns', 'Lists'] as const;

/** What a template is made from. */
export type Template = {
  title: string;
  instructions: Instructions;
  sheets: readonly SheetFields[];
  /** Rows of a fictional issuer, by sheet and column. */
  example: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
};

/** A template without rows. */
export type Explained = Omit<Template, 'example'>;

const register: Template = { title: 'Register of one issuer', instructions, sheets, example };

/** A constant date: the same version writes the same bytes. */
const date = '2026-01-01';

/** The workbook to fill, or the same filled for a fictional issuer. */
export function templateWorkbook(filled: boolean, template = register): AsyncGenerator<Uint8Array> {
  const rows = (sheet: SheetFields) => rowsOf(sheet, template, filled).map((row) => rowCells(sheet, row));
  return writeWorkbook({
    ...{ title: template.title, author: 'Sharebook', date },
    sheets: workbookSheets(template, rows),
  });
}

/** The sheets of a workbook in the form of the template: explanations, one sheet for each part, lists. */
export function workbookSheets(template: Explained, rowsOf: (sheet: SheetFields) => Sheet['rows']): Sheet[] {
  return [
    instructionsSheet(template),
    columnsSheet(template),
    ...template.sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.fields.map((field) => columnOf(field, template)),
      rows: rowsOf(sheet),
    })),
    listsSheet(template),
  ];
}

/** The cells of a row that is given by keys, in the order of the columns. */
export const rowCells = (
  { fields }: SheetFields,
  row: Readonly<Record<string, string | null | undefined>>,
): Cell[] => fields.map(({ key, type }) => cellOf(row[key] ?? '', type));

/** The same as CSV files in one ZIP archive. */
export function templateCsv(filled: boolean, template = register): AsyncGenerator<Uint8Array> {
  return writeZip(csvEntries(filled, template), { date });
}

function* csvEntries(filled: boolean, template: Template): Generator<ZipEntry> {
  const lines = instructionLines(template).map(([line]) => `${line ?? ''}\n`);
  yield { name: 'instructions.txt', data: encoded(lines) };
  yield { name: 'columns.csv', data: encoded(writeCsv(columnHeaders, columnRows(template.sheets))) };
  yield { name: 'lists.csv', data: encoded(writeCsv(['List', 'Value', 'Meaning'], listRows(template))) };
  for (const sheet of template.sheets) {
    const header = sheet.fields.map(({ name }) => name);
    const rows = rowsOf(sheet, template, filled).map((row) => sheet.fields.map(({ key }) => row[key] ?? ''));
    yield { name: csvName(sheet), data: encoded(writeCsv(header, rows)) };
  }
}

async function* encoded(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of text) yield Buffer.from(piece);
}

const rowsOf = ({ key }: SheetFields, template: Template, filled: boolean) =>
  filled ? (template.example[key] ?? []) : [];

function instructionsSheet(template: Explained): Sheet {
  return {
    name: textSheets[0],
    frozenHeader: false,
    titleRows: [template.title],
    columns: [{ header: '', kind: 'text', width: 140 }],
    rows: instructionLines(template).map(
      ([line, isHeading]): SheetRow => (isHeading ? { bold: true, cells: [line] } : [line]),
    ),
  };
}

function instructionLines({
  instructions: parts,
}: Explained): (readonly [line: string, isHeading: boolean])[] {
  return parts.flatMap(({ heading, lines }) => [
    ['', false] as const,
    [heading, true] as const,
    ...lines.map((line) => [line, false] as const),
  ]);
}

const columnHeaders = ['Sheet', 'CSV file', 'Column', 'Required', 'Form', 'Meaning'];

/** Every column of every sheet in words. */
export function columnRows(of: readonly SheetFields[] = sheets): string[][] {
  return of.flatMap((sheet) =>
    sheet.fields.map((field) => [
      sheet.name,
      csvName(sheet),
      field.name,
      requiredText(field),
      formOf(field.type),
      field.meaning,
    ]),
  );
}

function columnsSheet(template: Explained): Sheet {
  const widths = [16, 20, 22, 32, 44, 70];
  return {
    name: textSheets[1],
    columns: columnHeaders.map((header, index) => ({ header, kind: 'text', width: widths[index]! })),
    rows: columnRows(template.sheets),
    autofilter: true,
  };
}

function* listRows(template: Explained): Generator<string[]> {
  for (const [list, values] of listsOf(template.sheets))
    for (const [code, meaning] of values) yield [list, code, meaning];
}

/** Two columns for each list: values and meanings. */
function listsSheet(template: Explained): Sheet {
  const lists = listsOf(template.sheets);
  const longest = Math.max(...[...lists.values()].map((values) => values.length));
  return {
    name: textSheets[2],
    columns: [...lists.keys()].flatMap((list): SheetColumn[] => [
      { header: list, kind: 'text', width: 24 },
      { header: 'Meaning', kind: 'text', width: 48 },
    ]),
    rows: Array.from({ length: longest }, (_, row) =>
      [...lists.values()].flatMap((values) => values[row] ?? [null, null]),
    ),
  };
}

/** The cells of the sheet Lists that hold the values of a list. */
function rangeOf(list: string, template: Explained): string {
  const lists = listsOf(template.sheets);
  const place = [...lists.keys()].indexOf(list);
  const letters = columnLetters(place * 2);
  return `${textSheets[2]}!$${letters}$2:$${letters}$${lists.get(list)!.length + 1}`;
}

function columnOf({ name, type }: Field, template: Explained): SheetColumn {
  const list = type.kind === 'list' ? type.list : type.kind === 'yesNo' ? yesNoList : undefined;
  return {
    header: name,
    kind: kindOf(type),
    width: Math.max(12, name.length + 3),
    formatted: true,
    ...(list && { choices: rangeOf(list, template) }),
  };
}

function kindOf({ kind }: FieldType): Kind {
  if (kind === 'shares' || kind === 'date') return kind;
  return kind === 'decimal' ? 'price' : 'text';
}

function cellOf(value: string, { kind }: FieldType): Cell {
  return kind === 'shares' && value !== '' ? BigInt(value) : value;
}
