import { type ItemForm, isForm, likeForm, newForm } from './item-form.ts';
import { writeLocal } from './use-item-draft.ts';

const key = 'sharebook.item.like';

/** Keeps issuer, case, presentor and channel of the item just sent, for the next one; in this tab only. */
export function rememberLike(form: ItemForm): void {
  try {
    const fresh = newForm({ now: new Date(0), zone: 'UTC', account: '' });
    sessionStorage.setItem(key, JSON.stringify(likeForm(form, fresh)));
  } catch {
    // Without storage the next form is empty.
  }
}

/** Prepares a draft with the remembered values; false when there are none. */
export function prepareLike(user: string, entry: string, fresh: ItemForm): boolean {
  try {
    const like: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isForm(like)) return false;
    writeLocal(user, entry, { base: 0, form: likeForm(like, fresh) });
    return true;
  } catch {
    return false;
  }
}
