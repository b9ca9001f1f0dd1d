import { formatShares } from '#lib/format/shares';
import type { Column } from '../columns.tsx';
import type { View } from '../view.ts';

/** What a file says of itself: whose rows, of when, how many, how filtered and sorted. */
export type Facts = readonly (readonly [name: string, value: string])[];

export type Noun = readonly [one: string, many: string];

/** '93 holders', or '12 of 93 holders'. */
export const countText = (count: number, total: number, noun: Noun) => {
  const word = total === 1 ? noun[0] : noun[1];
  return count === total
    ? `${formatShares(total)} ${word}`
    : `${formatShares(count)} of ${formatShares(total)} ${word}`;
};

/** The order in words, one per sorted column: 'Shares, descending'. */
export const orderWords = (columns: readonly Column<never>[], sort: View['sort']) =>
  sort.map(({ id, desc }) => `${titleOf(columns, id)}, ${desc ? 'descending' : 'ascending'}`);

export const titleOf = (columns: readonly Column<never>[], id: string) =>
  columns.find((column) => column.id === id)?.header ?? id;
