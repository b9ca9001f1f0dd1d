'use client';

import { useMemo } from 'react';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { useJournal } from '#components/data/queries/use-journal';
import { Link } from '#components/ui/link';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { changesSince } from './visit.ts';

type Props = {
  issuer: number;
  /** Process dates, both included. */
  from: string;
  to: string;
  /** Day and time of the last visit, in the registry's zone. */
  day: string;
  time: string;
};

/** Number of transactions posted since the day of the last visit, with links. */
export function VisitChanges({ issuer, from, to, day, time }: Props) {
  const period = useMemo(() => ({ from, to }), [from, to]);
  const journal = useJournal(issuer, period, 'ProcessDate');
  const { transactions, accounts, types } = useMemo(() => changesSince(journal.entries), [journal.entries]);
  if (!journal.complete || journal.error) {
    return <JournalNotYet journal={journal} lines={2} />;
  }
  const last = `Your last visit was on ${formatDate(day)} at ${time}.`;
  if (transactions === 0)
    return <p className="py-1.5">{last} No transactions were posted since that date.</p>;
  return (
    <p className="py-1.5">
      {last} Since that date,{' '}
      <Link href={routes.transactions(issuer, { view: 'journal', by: 'ProcessDate', from, to })}>
        {formatShares(transactions)} {transactions === 1 ? 'transaction was' : 'transactions were'} posted
      </Link>
      , on {formatShares(accounts)} {accounts === 1 ? 'account' : 'accounts'}: {types}.
    </p>
  );
}
