// Options of the holder picker, one for each account.

import type { ComboboxItem } from '../ui/input/combobox.tsx';

export type HolderRow = { shareholderCustomerId: string; shareholderName: string; securityType: string };

/** One entry per account of the rows of a cap table, which has one row per account and class. */
export function holderItems(rows: readonly HolderRow[]): ComboboxItem[] {
  const items = new Map<string, ComboboxItem>();
  for (const { shareholderCustomerId: id, shareholderName } of rows) {
    if (id && !items.has(id)) items.set(id, { id, label: shareholderName, note: id });
  }
  return [...items.values()];
}
