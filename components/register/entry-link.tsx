import type { JournalEntry } from '#lib/register/transactions/journal';
import { transactionText } from '#lib/register/transactions/transaction-text';
import { routes } from '#lib/routes';
import { MaybeLink } from './maybe-link.tsx';

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
    {transactionText(entry, dollars)}
  </MaybeLink>
);
