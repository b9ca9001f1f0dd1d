// Properties and choices of the item form.

import type { Choices } from '#components/holder-record/holder-draft';
import type { HolderChoices } from '#components/holder-record/holder-fields';
import type { IssuerChoice } from '#components/pickers/issuer-picker';
import type { Route } from '#lib/routes';
import type { ItemForm } from './item-form.ts';
import type { StoredDraft } from './use-item-draft.ts';

export type EntryChoices = HolderChoices & {
  kinds: Choices;
  cases: Choices;
  channels: Choices;
  restrictions: Choices;
  forms: Choices;
  documents: Choices;
  states: Choices;
};

export type EntryProps = {
  user: string;
  /** ID of the draft, which is also that of the request. */
  entry: string;
  issuers: readonly IssuerChoice[];
  zone: string;
  /** The registry's time when the page was made. */
  now: string;
  choices: EntryChoices;
  saved: StoredDraft | null;
  outcome: Route;
  /** The item that is changed. */
  item: { issuer: number; id: number } | null;
};

export type Change = (change: (form: ItemForm) => ItemForm) => void;

/** Where the browser keeps the ID of a change of an item. */
export const editFormName = (user: string, issuer: number, item: number) => `item ${user} ${issuer} ${item}`;
