'use client';

import { useMemo } from 'react';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { useJournal } from '#components/data/queries/use-journal';
import { Link } from '#components/ui/link';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { changesSince } from './visit.ts';

type Props = {
  issuer: number;
  /** Process dates, both included. */
  from: string;
  to: string;
  /** Time of the last visit as text, in the registry's zone. */
  last: string;
};

/** Number of transactions posted since the day of the last visit, with links. */
export function VisitChanges({ issuer, from, to, last }: Props) {
  const period = useMemo(() => ({ from, to }), [from, to]);
  const journal = useJournal(issuer, period, 'ProcessDate');
  const { transactions, accounts, types } = useMemo(() => changesSince(journal.entries), [journal.entries]);
  if (!journal.complete || journal.error) {
    return <JournalNotYet journal={journal} lines={2} />;
  }
  const visit = `Your last visit was on ${last}.`;
  if (transactions === 0)
    return <p className="py-1.5">{visit} No transactions were posted since that date.</p>;
  return (
    <p className="py-1.5">
      {visit} Since that date,{' '}
      <Link href={routes.transactions(issuer, { view: 'journal', by: 'ProcessDate', from, to })}>
        {formatShares(transactions)} {transactions === 1 ? 'transaction was' : 'transactions were'} posted
      </Link>
      , on {formatShares(accounts)} {accounts === 1 ? 'account' : 'accounts'}: {types}.
    </p>
  );
}
