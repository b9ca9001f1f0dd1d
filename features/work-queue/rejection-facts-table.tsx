// Table of rejections with their reasons and notices.

'use client';

import { useMemo } from 'react';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import { rejectionColumns } from './rejection-columns.tsx';
import type { Rejection } from './rejection-facts.ts';

type Props = {
  rows: readonly Rejection[];
  /** Number before kind and reason were selected. */
  all: number;
  settled: boolean;
  about: readonly (readonly [string, string])[];
  fileName: string;
};

const latestFirst = { sort: [{ id: 'rejected', desc: true }] };

/** The rejections with their reasons and notices. */
export function RejectionFactsTable({ rows, all, settled, about, fileName }: Props) {
  const contact = rows.some(({ presentorAddress }) => presentorAddress !== null);
  const shown = useMemo(() => rejectionColumns(contact), [contact]);
  return (
    <DataTable
      id="ops-rejection-facts"
      label="Rejected items"
      columns={shown}
      rows={rows}
      rowId={(row) => row.id}
      noun={['rejection', 'rejections']}
      initial={latestFirst}
      arriving={!settled}
      selectable
      fileName={fileName}
      about={about}
      empty={
        <EmptyState
          title={all > 0 ? 'No matching rejections' : settled ? 'No rejections' : 'No rejections so far'}
        >
          {all > 0
            ? `${formatShares(all)} rejections of this period have another kind, reason or issuer. Select another filter.`
            : settled
              ? 'No items were rejected in this period. Select a longer period.'
              : 'Other issuers are still loading.'}
        </EmptyState>
      }
    />
  );
}
