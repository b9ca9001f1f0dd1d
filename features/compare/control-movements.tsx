'use client';

import type { BookEntry } from '#components/data/queries/read-control-book';
import { entryNumberColumn } from '#components/register/entry-number-column';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { sum } from '#lib/register/bigint-math';
import { signedQuantity } from '#lib/register/quantity';

type Props = {
  issuer: number;
  from: string;
  to: string;
  className: string;
  dollars: boolean;
  entries: readonly BookEntry[];
};

/** The entries of the control book that moved reserved or authorized shares of a class. */
export function ControlMovements({ issuer, from, to, className, dollars, entries }: Props) {
  return (
    <DataTable
      id="compare-control"
      label={`Movements of reserved and authorized shares of ${className}`}
      columns={movementColumns(issuer, dollars)}
      rows={entries}
      rowId={(one) => one.id}
      noun={['movement', 'movements']}
      fileName={`reserved-and-authorized_${issuer}_${from}_${to}`}
      about={[
        ['Movements of reserved and authorized shares', `${className} (${issuer})`],
        ['From the close of', from],
        ['To the close of', to],
      ]}
    />
  );
}

const movementColumns = (issuer: number, dollars: boolean): readonly Column<BookEntry>[] => [
  columns.date('effective', 'Effective', (one) => one.effective),
  columns.text('kind', 'Type', (one) => one.kind, { widthPx: 170 }),
  entryNumberColumn(issuer),
  ...(['reserved', 'authorized'] as const).map((field) =>
    columns.shares<BookEntry>(field, field === 'reserved' ? 'Reserved' : 'Authorized', (one) => one[field], {
      cell: (one) => signedQuantity(one[field], dollars),
      total: (rows) => signedQuantity(sum(rows.map((one) => one[field])), dollars),
    }),
  ),
  columns.text('authority', 'Authority', (one) => one.authority, {
    widthPx: 300,
    cell: (one) => one.authority || '–',
  }),
];
