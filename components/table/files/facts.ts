import type { Column } from '../columns.tsx';
import type { View } from '../layout/view.ts';
import { countText, type Facts, type Noun, orderText, titleOf } from './text.ts';

export type FactsGiven = {
  about: Facts;
  columns: readonly Column<never>[];
  view: View;
  count: number;
  total: number;
  selected: boolean;
  noun: Noun;
};

/** The page's own facts, then filter, sort and count of the rows in the file. */
export function factsOf({ about, columns, view, count, total, selected, noun }: FactsGiven): Facts {
  const order = orderText(columns, view.sort);
  return [
    ...about,
    ['Rows', `${countText(count, total, noun)}${selected ? ', selected rows' : ''}`],
    ...(view.q.trim() ? [['Filter', view.q.trim()] as const] : []),
    ...Object.entries(view.filters).map(([id, words]) => [`Filter ${titleOf(columns, id)}`, words] as const),
    ...(order.length > 0 ? [['Sort', order.join('; then ')] as const] : []),
  ];
}
