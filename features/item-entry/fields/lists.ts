// Adds, changes and removes rows in the lists of the item form.

import { type ItemForm, type Row, rowId } from '../item-form.ts';
import type { Change, EntryChoices } from '../types.ts';
import type { ItemCheck } from '../use-item-check.ts';

export type ListProps = {
  form: ItemForm;
  change: Change;
  check: ItemCheck | undefined;
  choices: EntryChoices;
};
type ListName = 'certificates' | 'documents' | 'guarantees';

/** Changes one value of a row. */
export const setIn =
  (change: Change, list: ListName) =>
  (id: string, part: Readonly<Record<string, string>>): void =>
    change((form) => ({
      ...form,
      [list]: form[list].map((row) => (row.id === id ? { ...row, values: { ...row.values, ...part } } : row)),
    }));

export const drop = (change: Change, list: ListName, id: string) =>
  change((form) => ({ ...form, [list]: form[list].filter((row) => row.id !== id) }));

export const add = (change: Change, list: ListName, values: Row['values']) =>
  change((form) => ({ ...form, [list]: [...form[list], { id: rowId(), values }] }));
