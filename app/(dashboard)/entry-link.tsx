import { routes } from '#lib/routes';
import type { JournalEntry } from './journal.ts';
import { MaybeLink } from './maybe-link.tsx';
import { transactionWords } from './transaction-words.ts';

type Props = {
  issuer: number;
  entry: JournalEntry;
  /** Names of the classes counted in dollars. */
  dollars: ReadonlySet<string>;
  asof: string | null;
};

/** A sentence on a transaction, linked to its page. */
export const EntryLink = ({ issuer, entry, dollars, asof }: Props) => (
  <MaybeLink href={entry.id === null ? null : routes.transaction(issuer, entry.id, { asof })}>
    {transactionWords(entry, dollars)}
  </MaybeLink>
);
