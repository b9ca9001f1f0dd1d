'use client';

import type { BookEntry } from '#components/data/queries/read-control-book';
import { entryNumberColumn } from '#components/register/entry-number-column';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import type { Period } from '#lib/register/periods';
import { signedQuantity } from '#lib/register/quantity';

type Props = { issuer: number; name: string; period: Period; entries: readonly BookEntry[] };

/** The entries of the control book of a period, with sort, filters and files. */
export function EntryTable({ issuer, name, period, entries }: Props) {
  const { from, to } = period;
  return (
    <DataTable
      id="proof-control-book"
      label="Entries of the control book"
      columns={entryColumns(issuer)}
      rows={entries}
      rowId={(one) => one.id}
      noun={['entry', 'entries']}
      fileName={`control-book-entries_${issuer}_${from}_${to}`}
      about={[
        ['Control book of', `${name} (${issuer})`],
        ['Effective', `${from} to ${to}`],
      ]}
    />
  );
}

const entryColumns = (issuer: number): readonly Column<BookEntry>[] => [
  columns.date('effective', 'Effective', (one) => one.effective),
  columns.text('class', 'Class', (one) => one.className, { widthPx: 170 }),
  columns.text('kind', 'Type', (one) => one.kind, { widthPx: 170 }),
  entryNumberColumn(issuer),
  columns.shares('issued', 'Issued', (one) => one.credited, { total: 'sum' }),
  columns.shares('canceled', 'Canceled', (one) => one.debited, { total: 'sum' }),
  ...(['treasury', 'reserved', 'authorized'] as const).map((field) =>
    columns.shares(
      field,
      `${field.charAt(0).toUpperCase()}${field.slice(1)} ±`,
      (one: BookEntry) => one[field],
      {
        cell: (one) => signedQuantity(one[field]),
      },
    ),
  ),
  columns.text('authority', 'Authority', (one) => one.authority, { widthPx: 260 }),
  columns.text('note', 'Note', (one) => one.note, { widthPx: 200 }),
];
