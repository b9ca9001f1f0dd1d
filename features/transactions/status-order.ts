// Sort orders of the list of transactions that the operation supports.

import type { Sort } from '#components/table/layout/view';
import { isDate } from '#lib/format/dates';
import type { StatusRow } from '#lib/register/transactions/status';

/** Table columns the operation can sort by, with its names for them. */
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

/** Latest first; a pending item without an effective date is sorted by its received date. */
const defaultSort: Sort = { id: 'effective', desc: true };

export const defaultOrder: StatusOrder = { sortBy: names.effective, orderBy: 'Descending' };

/** The sort to request; the operation's default where it does not support the column. */
export function statusOrder(sort: Sort | null): { requested: Sort; order: StatusOrder } {
  const requested = sort && isSorted(sort.id) ? sort : defaultSort;
  const sortBy = names[requested.id as Sorted];
  return { requested, order: { sortBy, orderBy: requested.desc ? 'Descending' : 'Ascending' } };
}

const digits = /^\d+$/;

function keyOf(row: StatusRow, id: string): string | bigint | null {
  if (id === 'number') return digits.test(row.number) ? BigInt(row.number) : null;
  const date = row[id as 'received' | 'effective' | 'completed'];
  return isDate(date) ? date : null;
}

/**
 * True while the rows are in the requested order. A registry that does not support an order sorts by name
 * without an error. Rows without the date are ignored.
 */
export function inRequestedOrder(rows: readonly (StatusRow | undefined)[], { id, desc }: Sort): boolean {
  let before: string | bigint | null = null;
  for (const row of rows) {
    const key = row ? keyOf(row, id) : null;
    if (key === null) continue;
    if (before !== null && before !== key && before > key !== desc) return false;
    before = key;
  }
  return true;
}
