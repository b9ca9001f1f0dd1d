'use client';

import { itemColumns } from '#components/register/item-columns';
import type { Column } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import type { StatusRow } from '#lib/register/status';

type Rejection = StatusRow & { issuer: number; issuerName: string };

const rejectionColumns: readonly Column<Rejection>[] = [
  itemColumns.received,
  itemColumns.number,
  itemColumns.issuer,
  itemColumns.type,
  { ...itemColumns.from, widthPx: 280 },
  itemColumns.to,
  itemColumns.key,
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
