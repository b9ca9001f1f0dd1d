import type { Cell, Link, Plain } from '#lib/sheet/cell';
import type { RawCell, RawRow } from '#lib/sheet/read/cells';
import { columnOf } from '#lib/sheet/read/cells';
import { type Sheet, workbookParts } from '#lib/sheet/workbook-parts';
import type { SheetColumn, SheetRow } from '#lib/sheet/worksheet';
import { writeZip } from '#lib/sheet/zip';
import type { SheetFields } from '../fields/field.ts';
import { sheets as registerSheets } from '../fields/index.ts';
import type { Finding } from '../findings.ts';
import { dateOf } from '../read/dates.ts';
import { openRegister } from '../read/open-register.ts';
import type { SheetSource } from '../read/read-sheet.ts';
import type { RegisterFile } from '../read/register-file.ts';

/**
 * The file that was checked as a workbook: a list of the findings on its first sheet, then its sheets with the sentence
 * of each finding as the comment of its cell. The file is read again row by row, so that memory does not grow with it.
 * Formulas come back as text.
 */
export async function* findingsWorkbook(
  path: string,
  findings: readonly Finding[],
  date: string,
  open: (path: string) => Promise<RegisterFile> = openRegister,
  sheets: readonly SheetFields[] = registerSheets,
): AsyncGenerator<Uint8Array> {
  const isStopped = findings.some(({ severity }) => severity === 'stop');
  const file = isStopped ? undefined : await open(path);
  try {
    const parts = file ? await partsOf(file, sheets, findings) : [];
    const book = { title: 'Findings', author: 'Sharebook', date, sheets: [listSheet(findings), ...parts] };
    yield* writeZip(workbookParts(book), { date });
  } finally {
    await file?.close();
  }
}

const listColumns: SheetColumn[] = [
  { header: 'Kind', kind: 'text', width: 10 },
  { header: 'Code', kind: 'text', width: 8 },
  { header: 'Sheet', kind: 'text', width: 16 },
  { header: 'Row', kind: 'integer', width: 10 },
  { header: 'Cell', kind: 'text', width: 10 },
  { header: 'Column', kind: 'text', width: 20 },
  { header: 'Value', kind: 'text', width: 30 },
  { header: 'Finding', kind: 'text', width: 90 },
];

/** Only for a package, whose objects are shown as rows of the template. */
const sourceColumns: SheetColumn[] = [
  { header: 'File', kind: 'text', width: 26 },
  { header: 'Object', kind: 'text', width: 38 },
  { header: 'Property', kind: 'text', width: 26 },
];

function listSheet(findings: readonly Finding[]): Sheet {
  const hasSources = findings.some(({ source }) => source);
  return {
    name: 'Findings',
    columns: hasSources ? [...listColumns, ...sourceColumns] : listColumns,
    autofilter: true,
    rows: findings.map(({ severity, code, sheet, row, cell, field, value, sentence, source }) => [
      ...[severity, code, sheet, row, cell, field, value, sentence],
      ...(hasSources ? [source?.file ?? '', source?.object ?? '', source?.property ?? ''] : []),
    ]),
  };
}

async function partsOf(
  file: RegisterFile,
  sheets: readonly SheetFields[],
  findings: readonly Finding[],
): Promise<Sheet[]> {
  const parts: Sheet[] = [];
  for (const { key } of sheets)
    for (const source of file.sheets.get(key) ?? []) {
      const width = await widthOf(source);
      const notes = notesOf(findings.filter(({ sheet }) => sheet === source.name));
      parts.push({
        name: source.name,
        frozenHeader: false,
        columns: Array.from({ length: width }, (): SheetColumn => ({ header: '', kind: 'text', width: 16 })),
        rows: () => rowsOf(source, width, notes, file.is1904),
      });
    }
  return parts;
}

/** Columns of the first row, which holds the headers. */
async function widthOf(source: SheetSource): Promise<number> {
  for await (const [first] of source.rows([])) if (first) return first.cells.length;
  return 0;
}

/** Sentences by row and column. A finding about a row as a whole is shown at its first cell. */
function notesOf(findings: readonly Finding[]): Map<number, Map<number, string>> {
  const notes = new Map<number, Map<number, string>>();
  for (const { row, cell, sentence } of findings) {
    if (row === null) continue;
    const column = cell ? columnOf(cell) : 0;
    const ofRow = notes.get(row) ?? new Map<number, string>();
    const before = ofRow.get(column);
    ofRow.set(column, before ? `${before}\n${sentence}` : sentence);
    notes.set(row, ofRow);
  }
  return notes;
}

async function* rowsOf(
  source: SheetSource,
  width: number,
  notes: ReadonlyMap<number, ReadonlyMap<number, string>>,
  is1904: boolean,
): AsyncGenerator<SheetRow> {
  let written = 0;
  const withNotes = (row: RawRow): SheetRow => {
    const ofRow = notes.get(row.number);
    const cells = Array.from({ length: width }, (_, column): Cell => {
      const cell = cellOf(row.cells[column], is1904);
      const note = ofRow?.get(column);
      return note === undefined ? cell : { ...cell, note };
    });
    return written === 0 ? { bold: true, cells } : cells;
  };
  for await (const piece of source.rows([]))
    for (const row of piece) {
      // Rows keep their numbers, so that the list of findings is right.
      for (; written + 1 < row.number; written += 1) yield [];
      yield withNotes(row);
      written = row.number;
    }
}

type TypedCell = Exclude<Cell, Plain | Link>;

function cellOf(cell: RawCell | undefined, is1904: boolean): TypedCell {
  if (!cell) return { kind: 'text', value: null };
  if (cell.kind === 'date') {
    const { value } = dateOf(cell, null, is1904);
    return value === null ? { kind: 'text', value: cell.text } : { kind: 'date', value };
  }
  if (cell.kind === 'number')
    return { kind: /^-?\d+$/.test(cell.text) ? 'integer' : 'price', value: cell.text };
  if (cell.kind === 'boolean') return { kind: 'boolean', value: cell.text === 'TRUE' };
  return { kind: 'text', value: cell.text };
}
