import 'server-only';
import type { Cell } from '../sheet/cell.ts';
import { writeCsv } from '../sheet/csv.ts';
import { parametersSheet } from '../sheet/parameters.ts';
import { writeWorkbook } from '../sheet/workbook.ts';
import type { TrailEntry } from './trail.ts';

const heads = [
  'Entry',
  'Recorded',
  'User',
  'E-mail',
  'Action',
  'Action code',
  'Outcome',
  'Issuer',
  'Object',
  'Effective',
  'Before',
  'After',
  'Details',
  'IP address',
  'Operation',
  'Request ID',
  'Hash',
] as const;

/** `name: A; sortName: B`: several values in one cell. */
const listed = (values: Record<string, unknown> | null) =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('; ');

const cells = (entry: TrailEntry): string[] => [
  entry.seq,
  entry.recorded,
  entry.person ?? '',
  entry.email ?? '',
  entry.words,
  entry.action,
  entry.outcome,
  entry.issuer === null ? '' : String(entry.issuer),
  entry.object ?? '',
  entry.effectiveDate ?? '',
  listed(entry.before),
  listed(entry.after),
  listed(entry.detail),
  entry.address ?? '',
  entry.endpoint ?? '',
  entry.requestId,
  entry.hash,
];

async function* rowsOf<T>(
  entries: AsyncIterable<TrailEntry>,
  row: (entry: TrailEntry) => T,
): AsyncGenerator<T> {
  for await (const entry of entries) yield row(entry);
}

const numbers = new Set(['Entry', 'Issuer']);

/** Facts about the file: which entries, when requested, the checkpoint at that time. */
export type TrailFacts = readonly (readonly [string, string])[];

/** The entries as CSV bytes, facts below the rows. Text cannot act as a spreadsheet formula. */
export async function* trailCsv(
  entries: AsyncIterable<TrailEntry>,
  facts: TrailFacts,
): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  for await (const text of writeCsv(heads, withFacts(rowsOf(entries, cells), facts))) yield utf8.encode(text);
}

async function* withFacts(rows: AsyncIterable<string[]>, facts: TrailFacts): AsyncGenerator<string[]> {
  yield* rows;
  yield [];
  for (const [name, value] of facts) yield [name, value];
}

/** The entries as an XLSX workbook, facts on the first sheet. */
export function trailXlsx(
  entries: AsyncIterable<TrailEntry>,
  facts: TrailFacts,
  date: string,
): AsyncGenerator<Uint8Array> {
  const row = (entry: TrailEntry): Cell[] => cells(entry);
  return writeWorkbook({
    title: 'Audit trail',
    author: 'Sharebook',
    date,
    sheets: [
      parametersSheet('About', 'Audit trail', () => [{ rows: facts }]),
      {
        name: 'Audit trail',
        autofilter: true,
        columns: heads.map((header) => ({
          header,
          kind: numbers.has(header) ? 'integer' : header === 'Effective' ? 'date' : 'text',
          width:
            header === 'Action' || header === 'Before' || header === 'After' || header === 'Details'
              ? 40
              : 18,
        })),
        rows: () => rowsOf(entries, row),
      },
    ],
  });
}
