'use client';

import { type ReactNode, type RefObject, useMemo } from 'react';
import { DataTable } from '#components/table/data-table';
import type { TableHandle } from '#components/table/table-region';
import { EmptyState } from '#components/ui/states';
import { itemColumns } from './columns.tsx';
import { type ItemRow, itemKey } from './item-row.ts';
import type { Words } from './item-texts.ts';

type Props = {
  rows: readonly ItemRow[];
  words: Words;
  today: string;
  arriving: boolean;
  selectable: boolean;
  handle: RefObject<TableHandle<ItemRow> | null>;
  selectionActions: (rows: readonly ItemRow[]) => ReactNode;
};

const dueFirst = { sort: [{ id: 'dueDate', desc: false }] };

export function ItemsTable({ rows, words, today, ...rest }: Props) {
  const columns = useMemo(() => itemColumns(words, today), [words, today]);
  return (
    <DataTable
      id="work-queue"
      label="Items of the work queue"
      columns={columns}
      rows={rows}
      rowId={itemKey}
      noun={['item', 'items']}
      initial={dueFirst}
      fileName={`work_queue_${today}`}
      about={[['Current', today]]}
      empty={<EmptyState title="No items">Nothing is in this part of the queue.</EmptyState>}
      {...rest}
    />
  );
}
