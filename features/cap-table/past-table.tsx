'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { QueryPlaceholder } from '#components/data/query-result';
import { TooLargeNotice } from '#components/data/too-large-notice';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { SourceNote } from '#components/register/source-note';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { ErrorPanel } from '#components/ui/states';
import { balanceQuery, ownershipQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { capTableChecks } from '#lib/register/ownership/cap-table-checks';
import { routes } from '#lib/routes';
import { Views } from './chosen-view.tsx';
import { PastMatrix } from './past-matrix.tsx';
import { reconstructCapTable } from './reconstruct-cap-table.ts';
import type { CapTableProps } from './types.ts';
import { waitingLines } from './views.ts';

/** Cap table of a past day, reconstructed from ownership and balance of that day and labeled so. */
export function PastTable({ issuer, name, view, asof, today, largest }: CapTableProps & { asof: string }) {
  const clock = useClock();
  const client = useQueryClient();
  const queries = [ownershipQuery(issuer, asof), balanceQuery(issuer, asof)] as const;
  const { balance, accounts, tooMany } = useAccountCount(issuer, asof);
  const ownership = useQuery({ ...queries[0], enabled: !tooMany });
  const parts = useMemo(
    () => (ownership.data && balance.data ? reconstructCapTable(ownership.data, balance.data) : null),
    [ownership.data, balance.data],
  );
  const error = ownership.error ?? balance.error;
  const retry = () => {
    void ownership.refetch();
    void balance.refetch();
  };
  const cancel = () => {
    for (const { queryKey } of queries) void client.cancelQueries({ queryKey, exact: true });
  };
  if (tooMany && view === 'matrix' && largest) {
    return (
      <>
        <SourceNote mark={<AsOfLabel date={asof} today={today} />}>
          The largest holders of each class, and all others as one row.
        </SourceNote>
        {largest}
      </>
    );
  }
  if (tooMany)
    return <TooLargeNotice {...{ issuer, accounts, asof }} requested="The cap table of a past date" />;
  if (!parts) {
    const waiting = `Loading cap table as of ${formatDate(asof)}…`;
    const isFetching = ownership.isFetching || balance.isFetching;
    return <QueryPlaceholder lines={waitingLines} {...{ error, isFetching, waiting, retry, cancel }} />;
  }
  return (
    <>
      {error && (
        <ErrorPanel
          error={error}
          onRetry={retry}
          stillShowing={clock.time(Math.min(ownership.dataUpdatedAt, balance.dataUpdatedAt))}
        />
      )}
      <SourceNote
        mark={<strong className="font-semibold text-past">Reconstructed as of {formatDate(asof)}</strong>}
      >
        From ownership and balances as of this date.{' '}
        {view === 'matrix'
          ? 'Account types are those of today: none are reported for past dates.'
          : 'Account types and restricted shares of each holding are not reported for past dates.'}{' '}
        <Link href={routes.capTable(issuer, { view, asof, show: 'current' })}>
          Show the current cap table
        </Link>
        .
      </SourceNote>
      {view === 'matrix' ? (
        <PastMatrix {...{ issuer, name, asof }} holdings={parts.holdings} balances={balance.data ?? null} />
      ) : (
        <Views {...{ view, issuer, name, asof }} day={asof} isReconstructed {...parts} />
      )}
      <CheckList checks={capTableChecks(parts.lines, balance.data ?? null)} />
    </>
  );
}
