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

type FoundHolder = { customerShareholderId: string; name: string };

/** The accounts that the registry found. */
export const foundItems = (holders: readonly FoundHolder[]): ComboboxItem[] =>
  holders.map(({ customerShareholderId: id, name }) => ({ id, label: name, note: id }));
