// Facts written into the file of a table: who made it, when, filters, sort and row count.

import { formatInstant } from '#components/ui/instant';
import type { Column } from '../columns.tsx';
import type { View } from '../layout/view.ts';
import type { Making } from '../made-on.tsx';
import { countText, type Facts, type Noun, orderText, titleOf } from './row-texts.ts';

export type FactsGiven = {
  about: Facts;
  columns: readonly Column<never>[];
  view: View;
  count: number;
  total: number;
  selected: boolean;
  noun: Noun;
  making: Pick<Making, 'by' | 'now'>;
};

/** The page's own facts; who made the file and when; filter, sort and count of its rows. */
export function factsOf({ about, columns, view, count, total, selected, noun, making }: FactsGiven): Facts {
  const order = orderText(columns, view.sort);
  return [
    ...about,
    ['Prepared by', making.by],
    ['Prepared at', formatInstant(making.now(), 'UTC')],
    ['Rows', `${countText(count, total, noun)}${selected ? ', selected rows' : ''}`],
    ...(view.q.trim() ? [['Filter', view.q.trim()] as const] : []),
    ...Object.entries(view.filters).map(([id, words]) => [`Filter ${titleOf(columns, id)}`, words] as const),
    ...(order.length > 0 ? [['Sort', order.join('; then ')] as const] : []),
  ];
}
