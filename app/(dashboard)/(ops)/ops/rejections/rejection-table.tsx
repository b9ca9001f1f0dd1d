'use client';

import { routes } from '#lib/routes';
import { type Column, columns } from '@/components/table/columns';
import { DataTable } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/states';
import type { StatusRow } from '../../../status.ts';

type Rejection = StatusRow & { issuer: number; issuerName: string };

const rejectionColumns: readonly Column<Rejection>[] = [
  columns.date('received', 'Received', (row) => row.received, { help: 'The day it reached the agent.' }),
  columns.link(
    'number',
    'Number',
    (row) => row.number,
    (row) => (row.id === null ? null : routes.transaction(row.issuer, row.id)),
    { widthPx: 108 },
  ),
  columns.link(
    'issuer',
    'Issuer',
    (row) => row.issuerName,
    (row) => routes.issuer(row.issuer),
    { widthPx: 260 },
  ),
  columns.text('type', 'Type', (row) => row.type, { widthPx: 124 }),
  columns.text('from', 'From', (row) => row.from, { widthPx: 280, cell: (row) => row.from || '–' }),
  columns.text('to', 'To', (row) => row.to, { widthPx: 200, cell: (row) => row.to || '–' }),
  columns.text('key', 'Registry id', (row) => row.key, { widthPx: 112, hidden: true }),
];

const latestFirst = { sort: [{ id: 'received', desc: true }] };

type Props = { rows: readonly Rejection[]; settled: boolean; of: string; words: string; fileName: string };

export function RejectionTable({ rows, settled, of, words, fileName }: Props) {
  return (
    <DataTable
      id="ops-rejections"
      label="Rejected items"
      columns={rejectionColumns}
      rows={rows}
      rowId={(row) => `${row.issuer}/${row.key}`}
      noun={['rejected item', 'rejected items']}
      initial={latestFirst}
      selectable
      fileName={fileName}
      about={[
        ['Rejected items of', of],
        ['Received', words],
        ...(settled ? [] : [['Issuers', 'those read so far'] as const]),
      ]}
      empty={
        <EmptyState title={settled ? 'Nothing was rejected' : 'Nothing so far'}>
          {settled
            ? 'Nothing that was received in this period was rejected. Choose a longer period above.'
            : 'The other issuers are still being read.'}
        </EmptyState>
      }
    />
  );
}
