import { isDate } from '#lib/format/dates';
import type { Sort } from '@/components/table/view';
import type { StatusRow } from '../../../../status.ts';

/** Columns of the table that the operation sorts by itself (decisions, ruling 15), and what it calls them. */
const names = {
  number: 'TransactionId',
  received: 'ReceivedDate',
  effective: 'EffectiveDate',
  completed: 'CompletedDate',
} as const;

type Sorted = keyof typeof names;
export type StatusOrder = { sortBy: (typeof names)[Sorted]; orderBy: 'Ascending' | 'Descending' };

const isSorted = (id: string): id is Sorted => Object.hasOwn(names, id);

export const sortedIds: readonly string[] = Object.keys(names);

/** Latest first; what is pending without a date stands where it was received. */
const usual: Sort = { id: 'effective', desc: true };

export const usualOrder: StatusOrder = { sortBy: names.effective, orderBy: 'Descending' };

/** The order to ask the operation for; its usual one where it does not know the column. */
export function statusOrder(sort: Sort | null): { asked: Sort; order: StatusOrder } {
  const asked = sort && isSorted(sort.id) ? sort : usual;
  const sortBy = names[asked.id as Sorted];
  return { asked, order: { sortBy, orderBy: asked.desc ? 'Descending' : 'Ascending' } };
}

const digits = /^\d+$/;

function keyOf(row: StatusRow, id: string): string | bigint | null {
  if (id === 'number') return digits.test(row.number) ? BigInt(row.number) : null;
  const date = row[id as 'received' | 'effective' | 'completed'];
  return isDate(date) ? date : null;
}

/**
 * True while the rows prove to be in the order that was asked for: another registry may know fewer orders, and sorts by
 * name then without a word. Rows without the date say nothing.
 */
export function inOrderAsked(rows: readonly (StatusRow | undefined)[], { id, desc }: Sort): boolean {
  let before: string | bigint | null = null;
  for (const row of rows) {
    const key = row ? keyOf(row, id) : null;
    if (key === null) continue;
    if (before !== null && before !== key && before > key !== desc) return false;
    before = key;
  }
  return true;
}
