// Reads a sheet row by row: finds its header, converts cells, and collects their findings.

import type { RawCell, RawRow } from '#lib/sheet/read/cells';
import { columnLetters } from '#lib/sheet/worksheet';
import type { ClassColumn } from '../fields/class-columns.ts';
import type { SheetFields } from '../fields/field.ts';
import type { Finding, Findings } from '../findings.ts';
import { cellValue, type Writing } from './cell-value.ts';
import {
  classColumnsOf,
  type ForeignColumn,
  type Header,
  headersByClass,
  headersOf,
  type Mapping,
  readHeader,
} from './header.ts';
import { headerKey } from './header-key.ts';
import {
  type ForeignValue,
  type ForeignValues,
  foreignValues,
  type ValueMapping,
} from './unlisted-values.ts';

/** A row as it goes to the staged table: values as text by field key; fields that are blank or refused are null. */
export type ReadRow = {
  row: number;
  /** Of the headers that `onHeader` received, the one of this row; default: the first. */
  part?: number;
  values: Record<string, string | null>;
  /** Keys of the fields that have a finding already; a cell has only one. */
  flagged: Set<string>;
  /** Adds a finding at a field of this row, unless its cell has one. */
  flag(key: string, code: string, severity: Finding['severity'], sentence: string): void;
};

export type SheetSource = {
  /** The name that the sheet has in the file. */
  name: string;
  rows(merges: string[]): AsyncIterable<RawRow[]>;
  /** Every row must have as many fields as the header. */
  isCsv: boolean;
};

export type ReadOptions = {
  writing: Writing;
  findings: Findings;
  /** Keys of fields that may be blank, where others would have a finding of `missing`. */
  optional?: ReadonlySet<string>;
  /** Checks of a row by itself. */
  check?: (row: ReadRow) => void;
  /** Called for each row; throws when the run has too many. */
  onRow?: () => void;
  /** What was decided about unknown columns and values, by the headers of the sheet. */
  mappingOf?: (headers: readonly string[]) => Promise<SheetMapping | undefined>;
  /** Receives the columns whose headers are unknown. */
  onForeign?: (columns: ForeignColumn[]) => void;
  /** Receives the values that are not in the lists, once the sheet is read. */
  onValues?: (values: ForeignValue[]) => void;
  /** Receives the columns of the fields once they are known; for each class, where classes have columns of their own. */
  onHeader?: (header: Header) => void;
};

/** What a person decided about a sheet of a source. */
export type SheetMapping = { columns: Mapping; values: ValueMapping };

type Cleaned = { count: number; first: string };

/** Reads a sheet, or a part of it, some rows at a time: values by type, and every finding of its cells. */
export async function* readSheet(
  fields: SheetFields,
  source: SheetSource,
  options: ReadOptions,
): AsyncGenerator<ReadRow[]> {
  const { findings } = options;
  const sheet = { ...fields, name: source.name };
  const merges: string[] = [];
  const cleaned: Cleaned = { count: 0, first: '' };
  let header: Header | undefined;
  let ofClasses: ClassColumn[] = [];
  let withoutShares = 0;
  let hidden: [first: number, last: number] | undefined;
  let rows = 0;
  let isFull = false;
  let is1904Said = !options.writing.is1904;
  let values = foreignValues();
  const endHidden = () => {
    if (hidden) findings.add(hiddenRows(sheet.name, hidden));
    hidden = undefined;
  };
  const above = { count: 0, first: 0, last: 0 };
  for await (const piece of fromHeader(source.rows(merges), sheet, above)) {
    const rowsOfPiece: ReadRow[] = [];
    for (const row of piece) {
      if (!header) {
        const mapping = await options.mappingOf?.(headersOf(row));
        header = readHeader(sheet, row, findings, mapping?.columns, options.onForeign);
        values = foreignValues(mapping?.values);
        if (!header) return;
        ofClasses = classColumnsOf(header);
        for (const one of headersByClass(sheet, header)) options.onHeader?.(one);
        continue;
      }
      if (row.isHidden) {
        if (hidden && hidden[1] === row.number - 1) hidden[1] = row.number;
        else {
          endHidden();
          hidden = [row.number, row.number];
        }
      } else endHidden();
      if (!row.cells.some((cell) => cell && cell.text.trim() !== '')) continue;
      if (source.isCsv && row.cells.length !== header.width) {
        const sentence = `Row ${row.number} has ${row.cells.length} fields; the header has ${header.width}.`;
        findings.add({ ...whole(sheet.name, row.number), code: 'F10', severity: 'error', sentence });
        continue;
      }
      if (isTotal(sheet, header, row)) {
        const sentence = `Row ${row.number} looks like a total. Leave it out?`;
        findings.add({ ...whole(sheet.name, row.number), code: 'P11', severity: 'warning', sentence });
        continue;
      }
      if (rows >= sheet.rowsMax) {
        isFull = true;
        const sentence = `${sheet.name} takes ${sheet.rowsMax} rows. This one and those below are not read.`;
        findings.add({ ...whole(sheet.name, row.number), code: 'F14', severity: 'error', sentence });
        break;
      }
      const read = readRow(sheet, header, row, { ...options, values }, cleaned);
      if (!is1904Said) is1904Said = say1904(sheet, header, row, read, findings);
      const staged = ofClasses.length === 0 ? [read] : positionsOf(ofClasses, read);
      if (staged.length === 0 && !ofClasses.some(({ key }) => read.flagged.has(key))) withoutShares += 1;
      for (const one of staged) {
        rows += 1;
        options.onRow?.();
        options.check?.(one);
        rowsOfPiece.push(one);
      }
    }
    yield rowsOfPiece;
    if (isFull) break;
  }
  options.onValues?.(values.list());
  endHidden();
  if (above.count > 0) findings.add(aboveHeader(sheet.name, above));
  if (withoutShares > 0) findings.add(rowsWithoutShares(sheet.name, withoutShares));
  mergedCells(sheet.name, merges, header?.row ?? 0, findings);
  if (cleaned.count > 0) {
    const [cells, they] = cleaned.count === 1 ? ['cell', 'It is'] : ['cells', 'They are'];
    const sentence = `${cleaned.count} ${cells} had extra or non-breaking spaces, smart quotes or invisible marks. ${they} made plain.`;
    const cell = { ...whole(sheet.name, null), cell: cleaned.first };
    findings.add({ ...cell, code: 'X15', severity: 'note', sentence });
  }
  if (!header && sheet.required) missingSheet(sheet, findings);
  if (header && rows < sheet.rowsMin) {
    const sentence = `${sheet.name} has no row.`;
    findings.add({ ...whole(sheet.name, header.row + 1), code: 'F06', severity: 'error', sentence });
  }
}

export function missingSheet({ name }: SheetFields, findings: Findings): void {
  const sentence = `Sheet ${name} is missing.`;
  findings.add({ ...whole(name, null), code: 'F06', severity: 'error', sentence });
}

/** Codes of findings about a field that is blank: required, a second name line, a legend. */
const missing: ReadonlySet<string> = new Set(['X18', 'H11', 'P08']);

const whole = (sheet: string, row: number | null) => ({ sheet, row, field: '', cell: '', value: '' });

function readRow(
  sheet: SheetFields,
  header: Header,
  row: RawRow,
  { writing, findings, optional, values: foreign }: ReadOptions & { values: ForeignValues },
  cleaned: Cleaned,
): ReadRow {
  const values: ReadRow['values'] = {};
  const flagged = new Set<string>();
  const flag: ReadRow['flag'] = (key, code, severity, sentence) => {
    if (flagged.has(key) || (missing.has(code) && optional?.has(key))) return;
    flagged.add(key);
    const place = header.columns.find(({ field }) => field.key === key);
    const field = sheet.fields.find((one) => one.key === key);
    findings.add({
      ...{ code, severity, sheet: sheet.name, row: row.number, sentence },
      field: field?.name ?? '',
      cell: place ? `${columnLetters(place.index)}${row.number}` : '',
      value: place ? (row.cells[place.index]?.text ?? '') : '',
    });
  };
  for (const { field } of header.columns) values[field.key] = null;
  for (const { field, index } of header.columns) {
    const cell = row.cells[index];
    // Most cells of a wide sheet are blank.
    if (!cell && field.required !== true) continue;
    const { value, remark, isChanged } = foreign.read(
      field,
      cell?.text ?? '',
      cellValue(cell, field, writing),
    );
    values[field.key] = value;
    if (remark) flag(field.key, remark.code, remark.severity, remark.sentence);
    else if (value === null && field.required === true)
      flag(field.key, 'X18', 'error', `${field.name} is required.`);
    if (!isChanged) continue;
    cleaned.count += 1;
    cleaned.first ||= `${columnLetters(index)}${row.number}`;
  }
  return { row: row.number, values, flagged, flag };
}

/** The positions of a row that has a column of shares for each class: one for each class of which shares are held. */
function positionsOf(ofClasses: readonly ClassColumn[], read: ReadRow): ReadRow[] {
  return ofClasses.flatMap(({ key, ofClass }, part) => {
    const shares = read.values[key] ?? '0';
    return shares === '0' ? [] : [{ ...read, part, values: { ...read.values, class: ofClass, shares } }];
  });
}

function rowsWithoutShares(sheet: string, count: number): Finding {
  const [rows, they] = count === 1 ? ['1 row has', 'It is'] : [`${count} rows have`, 'They are'];
  const sentence = `${rows} no shares of any class. ${they} left out.`;
  return { ...whole(sheet, null), code: 'F17', severity: 'note', sentence };
}

/** Rows in which a header is looked for. */
const headerWithin = 20;
type Above = { count: number; first: number; last: number };

/** The rows from the header on: titles may be above it. Without one that is known, the first row is the header. */
async function* fromHeader(
  pieces: AsyncIterable<RawRow[]>,
  { fields }: SheetFields,
  above: Above,
): AsyncGenerator<RawRow[]> {
  const known = new Set(fields.map(({ name }) => headerKey(name)));
  const isHeader = ({ cells }: RawRow) =>
    cells.filter((cell) => cell && known.has(headerKey(cell.text))).length > 1;
  let first: RawRow[] | undefined = [];
  for await (const piece of pieces) {
    if (!first) {
      yield piece;
      continue;
    }
    first = [...first, ...piece];
    const at = first.slice(0, headerWithin).findIndex(isHeader);
    if (at < 0 && first.length < headerWithin) continue;
    if (at > 0) Object.assign(above, { count: at, first: first[0]!.number, last: first[at - 1]!.number });
    yield at < 0 ? first : first.slice(at);
    first = undefined;
  }
  if (first && first.length > 0) yield first;
}

function aboveHeader(sheet: string, { count, first, last }: Above): Finding {
  const sentence =
    count === 1
      ? `Row ${first} above the header is left out.`
      : `Rows ${first}–${last} above the header are left out.`;
  return { ...whole(sheet, first), code: 'F16', severity: 'note', sentence };
}

/** True once a date cell of a workbook that counts from 1904 was read; said once for the workbook. */
function say1904(
  sheet: SheetFields,
  header: Header,
  row: RawRow,
  { values }: ReadRow,
  findings: Findings,
): boolean {
  if (findings.byCode().has('F13')) return true;
  const place = header.columns.find(
    ({ field, index }) => row.cells[index]?.kind === 'date' && values[field.key],
  );
  if (!place) return false;
  const cell = `${columnLetters(place.index)}${row.number}`;
  findings.add({
    ...{ code: 'F13', severity: 'warning', sheet: sheet.name, row: row.number, cell },
    field: place.field.name,
    value: row.cells[place.index]!.text,
    sentence: `The workbook counts dates from 1904. ${cell} is read as ${values[place.field.key]}.`,
  });
  return true;
}

function hiddenRows(sheet: string, [first, last]: [number, number]): Finding {
  const sentence =
    first === last
      ? `Row ${first} is hidden. It is read.`
      : `Rows ${first}–${last} are hidden. They are read.`;
  return { ...whole(sheet, first), code: 'F11', severity: 'warning', sentence };
}

/** A row of sums below a list: no number or account, and a text that says so. */
function isTotal(sheet: SheetFields, { columns }: Header, { cells }: RawRow): boolean {
  const key = sheet.key === 'positions' ? 'number' : sheet.key === 'holders' ? 'account' : undefined;
  if (!key) return false;
  const place = columns.find(({ field }) => field.key === key)!;
  const isBlank = (cell: RawCell | undefined) => !cell || cell.text.trim() === '';
  const says = (cell: RawCell | undefined) =>
    cell?.kind === 'text' && /^(?:grand )?total\b/i.test(cell.text.trim());
  return (isBlank(cells[place.index]) || says(cells[place.index])) && cells.some(says);
}

/** Merged cells are said once; the blanks below the first are part of it. */
function mergedCells(sheet: string, merges: readonly string[], headerRow: number, findings: Findings): void {
  for (const range of merges) {
    const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range);
    if (!match) continue;
    const [, left, top, right, bottom] = match as unknown as [string, string, string, string, string];
    if (Number(bottom) < headerRow) continue;
    const inside = (cell: string) => {
      const at = /^([A-Z]+)(\d+)$/.exec(cell);
      if (!at) return false;
      const isColumn = byPlace(left) <= byPlace(at[1]!) && byPlace(at[1]!) <= byPlace(right);
      return isColumn && Number(at[2]) >= Number(top) && Number(at[2]) <= Number(bottom);
    };
    findings.drop(sheet, ({ code, cell }) => code === 'X18' && inside(cell));
    const sentence = `Cells ${range} are merged. Fill each cell.`;
    const cell = `${left}${top}`;
    findings.add({ ...whole(sheet, Number(top)), cell, code: 'F12', severity: 'error', sentence });
  }
}

const byPlace = (letters: string) => letters.padStart(3, ' ');
