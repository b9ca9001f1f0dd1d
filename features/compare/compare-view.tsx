'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { QueryPlaceholder } from '#components/data/query-result';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { balanceQuery, ownershipQuery } from '#lib/api/register-queries';
import { addDays, formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { CompareBar } from './compare-bar.tsx';
import { readTwoDates } from './compare-period.ts';
import { Comparison } from './comparison.tsx';

const TooLargeNotice = lazyComponent(
  () => import('#components/data/too-large-notice').then((part) => part.TooLargeNotice),
  null,
  'when drawn',
);

const LargeComparison = lazyComponent(
  () => import('./large-comparison.tsx').then((part) => part.LargeComparison),
  <LoadingPlaceholder text="Comparing the two dates…" lines={18} />,
  'when drawn',
);

type Props = { issuer: number; name: string; asof: string | null; today: string };

/** Changes between the closes of two days: new, closed, increased and decreased holdings, and their causes. */
export function CompareView({ issuer, name, asof, today }: Props) {
  const clock = useClock();
  const client = useQueryClient();
  const params = useSearchParams();
  const day = asof ?? today;
  const earliest = useBooksFrom(issuer) ?? undefined;
  const requested = readTwoDates(params.get('from'), params.get('to'), day, today, earliest);
  const { from, to } = requested;
  const queries = [
    ownershipQuery(issuer, from),
    ownershipQuery(issuer, to),
    balanceQuery(issuer, from),
    balanceQuery(issuer, to),
  ] as const;
  // Two single hooks: useQueries would add more code than this whole page.
  const opening = useAccountCount(issuer, from);
  const closing = useAccountCount(issuer, to);
  const accounts = Math.max(opening.accounts, closing.accounts);
  const tooMany = opening.tooMany || closing.tooMany;
  const first = useQuery({ ...queries[0], enabled: !tooMany });
  const last = useQuery({ ...queries[1], enabled: !tooMany });
  const results = [first, last, opening.balance, closing.balance];
  const error = results.find((one) => one.error)?.error ?? null;
  const retry = () => {
    for (const one of results) if (one.error || one.data === undefined) void one.refetch();
  };
  const cancel = () => {
    for (const { queryKey } of queries) void client.cancelQueries({ queryKey, exact: true });
  };
  const offered = useAgentOperations();
  const isFileOffered = offered.has('GenerateRollForward');
  const text = `From ${formatDate(from)} to ${formatDate(to)}`;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={text} today={today} />
      <PageHeader
        kicker={name}
        title="Compare two dates"
        actions={
          <>
            {isFileOffered && from !== to && (
              <LinkButton
                icon="file"
                href={routes.newReport('roll-forward', { issuer, from: addDays(from, 1), to })}
              >
                Create roll-forward
              </LinkButton>
            )}
            <LinkButton
              icon="history"
              href={routes.transactions(issuer, { view: 'journal', from, to, asof })}
            >
              View transactions
            </LinkButton>
          </>
        }
      />
      <CompareBar requested={requested} day={day} today={today} earliest={earliest} />
      {from === to ? (
        <EmptyState title="Select two different dates">
          Both dates are {formatDate(from)}. Select an earlier start date.
        </EmptyState>
      ) : first.data && last.data ? (
        <>
          {error && (
            <ErrorPanel
              error={error}
              onRetry={retry}
              stillShowing={clock.time(Math.max(first.dataUpdatedAt, last.dataUpdatedAt))}
            />
          )}
          <Comparison
            key={`${from} ${to}`}
            {...{ issuer, name, from, to, asof }}
            first={first.data}
            last={last.data}
            before={opening.balance.data ?? null}
            after={closing.balance.data ?? null}
          />
        </>
      ) : tooMany && offered.has('GetLargestChanges') && opening.balance.data && closing.balance.data ? (
        <LargeComparison
          key={`${from} ${to}`}
          {...{ issuer, name, from, to, asof, isFileOffered }}
          before={opening.balance.data}
          after={closing.balance.data}
        />
      ) : tooMany && !offered.has('GetLargestChanges') ? (
        <TooLargeNotice {...{ issuer, accounts }} asof={to} requested="The comparison of two dates" />
      ) : (
        <QueryPlaceholder
          error={error}
          isFetching={results.some((one) => one.isFetching)}
          waiting="Loading ownership of both dates…"
          lines={12}
          {...{ retry, cancel }}
        />
      )}
    </>
  );
}
