// Table of rejected transactions from the list by status, which has no reasons.

'use client';

import { itemColumns } from '#components/register/item-columns';
import type { Column } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import type { StatusRow } from '#lib/register/transactions/status';

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

export function RejectionTable({ rows, settled, of, words: text, fileName }: Props) {
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
        ['Received', text],
        ...(settled ? [] : [['Issuers', 'issuers loaded so far'] as const]),
      ]}
      empty={
        <EmptyState title={settled ? 'No rejections' : 'No rejections so far'}>
          {settled
            ? 'No items received in this period were rejected. Select a longer period.'
            : 'Other issuers are still loading.'}
        </EmptyState>
      }
    />
  );
}
