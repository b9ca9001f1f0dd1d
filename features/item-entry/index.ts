/** What other features need to prepare a draft of an item. */
export { type ItemForm, type LineRow, newForm, newLine } from './item-form.ts';
export { storeDraft } from './store-draft.ts';
