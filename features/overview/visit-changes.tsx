'use client';

import { useMemo } from 'react';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useAccountCount } from '#components/data/queries/use-account-count';
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
  /** A sentence about the last visit. */
  visit: string;
  /** The period in words, as a sentence begins with it: 'Since that date'. */
  span: string;
};

/** Number of transactions posted in a period, with a link to them; the link alone for a large register. */
export function VisitChanges(props: Props) {
  const { issuer, from, to, visit } = props;
  const { balance, tooMany } = useAccountCount(issuer, to);
  if (balance.isPending) return <LoadingPlaceholder text="Loading recent changes…" lines={1} />;
  if (tooMany) {
    return (
      <p className="py-1.5">
        {visit} The <Link href={journalOf(props)}>journal</Link> lists the transactions posted since{' '}
        {formatDate(from)}.
      </p>
    );
  }
  return <CountedChanges {...props} />;
}

const journalOf = ({ issuer, from, to }: Props) =>
  routes.transactions(issuer, { view: 'journal', by: 'ProcessDate', from, to });

function CountedChanges(props: Props) {
  const { issuer, from, to, visit, span } = props;
  const period = useMemo(() => ({ from, to }), [from, to]);
  const journal = useJournal(issuer, period, 'ProcessDate');
  const { transactions, accounts, types } = useMemo(() => changesSince(journal.entries), [journal.entries]);
  if (!journal.complete || journal.error) {
    return <JournalNotYet journal={journal} lines={2} />;
  }
  if (transactions === 0) {
    return (
      <p className="py-1.5">
        {visit} {span}, no transactions were posted.
      </p>
    );
  }
  return (
    <p className="py-1.5">
      {visit} {span},{' '}
      <Link href={journalOf(props)}>
        {formatShares(transactions)} {transactions === 1 ? 'transaction was' : 'transactions were'} posted
      </Link>
      , on {formatShares(accounts)} {accounts === 1 ? 'account' : 'accounts'}: {types}.
    </p>
  );
}
