// Texts about the rows of a table: their number, sort order and column titles.

import { formatShares } from '#lib/format/shares';
import type { Column } from '../columns.tsx';
import type { View } from '../layout/view.ts';

/** Facts on a file: issuer, date, number of rows, filter and sort. */
export type Facts = readonly (readonly [name: string, value: string])[];

export type Noun = readonly [one: string, many: string];

/** '93 holders', or '12 of 93 holders'. */
export const countText = (count: number, total: number, noun: Noun) => {
  const word = total === 1 ? noun[0] : noun[1];
  return count === total
    ? `${formatShares(total)} ${word}`
    : `${formatShares(count)} of ${formatShares(total)} ${word}`;
};

/** The sort in words, one per column: 'Shares, descending'. */
export const orderText = (columns: readonly Column<never>[], sort: View['sort']) =>
  sort.map(({ id, desc }) => `${titleOf(columns, id)}, ${desc ? 'descending' : 'ascending'}`);

export const titleOf = (columns: readonly Column<never>[], id: string) =>
  columns.find((column) => column.id === id)?.header ?? id;
