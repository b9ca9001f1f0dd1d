// Remembers issuer, case and presentor of the last item for the next one.

import { readTab, writeTab } from '#components/ui/browser/tab-storage';
import { type ItemForm, isForm, newForm, nextItemForm } from './item-form.ts';
import { writeLocal } from './use-item-draft.ts';

const key = 'sharebook.item.like';

/** Keeps issuer, case, presentor and channel of the item just sent, for the next one; in this tab only. */
export function rememberLastItem(form: ItemForm): void {
  const fresh = newForm({ now: new Date(0), zone: 'UTC', account: '' });
  writeTab(key, nextItemForm(form, fresh));
}

/** Prepares a draft with the remembered values; false when there are none. */
export function prepareLikeLast(user: string, entry: string, fresh: ItemForm): boolean {
  const like = readTab(key);
  if (!isForm(like)) return false;
  writeLocal(user, entry, { base: 0, form: nextItemForm(like, fresh) });
  return true;
}
