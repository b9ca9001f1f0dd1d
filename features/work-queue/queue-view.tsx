'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { readTransactions } from '#components/data/queries/read-transactions';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { FilterChips } from '#components/register/filter-chips';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Stat, StatRow } from '#components/ui/figures';
import { Link } from '#components/ui/link';
import { PageHeader } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { turnaroundDays } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { type Age, queueRow, queueSummary, rejectedOf } from './queue.ts';
import { readRejections } from './read-rejections.ts';

const QueueTable = lazyComponent(
  () => import('./queue-table.tsx').then((part) => part.QueueTable),
  <LoadingPlaceholder text="Loading pending items…" lines={12} />,
);

const ages: readonly { value: Age; label: string }[] = [
  { value: 'late', label: 'Overdue' },
  { value: 'today', label: 'Due today' },
  { value: 'within', label: 'Not yet due' },
  { value: 'undated', label: 'No received date' },
  { value: 'exempt', label: 'No due date' },
];

const pastDays = 30;

/** Pending transactions of all issuers against the three-business-day limit, overdue first. */
export function QueueView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const operations = useAgentOperations();
  const hasRejections = operations.has('GetRejections');
  // Items are in a list of their own; some of these transactions are theirs.
  const hasItems = operations.has('GetItems');
  const read = useEachIssuer(
    issuers,
    `queue ${today} ${hasRejections}`,
    useCallback(
      async ({ customerIssuerId: issuer }: Listed, request: SendRequest) => {
        const since = addDays(today, -pastDays);
        const [pending, rejected] = await Promise.all([
          readTransactions(request, { issuer, status: 'Pending', today }),
          hasRejections
            ? readRejections(request, issuer, { from: since, to: today }).then((rows) =>
                rows.map(({ rejectedDate }) => ({ completed: rejectedDate })),
              )
            : readTransactions(request, { issuer, status: 'Rejected', since, today }),
        ]);
        return { pending, rejected };
      },
      [today, hasRejections],
    ),
  );
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const all = useMemo(
    () =>
      read.parts.flatMap(({ issuer, data }) =>
        (data?.pending ?? []).map((row) => queueRow(row, issuer.customerIssuerId, issuer.name, today)),
      ),
    [seen, today],
  );
  const rejected = rejectedOf(
    read.parts.flatMap(({ data }) => data?.rejected ?? []),
    today,
    hasRejections,
  );
  const age = ages.find(({ value }) => value === params.get('age'))?.value ?? null;
  const rows = useMemo(() => (age ? all.filter((row) => row.age === age) : all), [all, age]);
  const { pending, late, dueToday, oldest } = queueSummary(all);
  const some = read.parts.some(({ data }) => data !== undefined);
  const figure = (value: number) => (some ? formatShares(value) : '–');
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={`All issuers · Current, ${formatDate(today)}`}
        title="Work queue"
        description="Pending transactions, oldest first. Items for transfer are due on the third business day after receipt."
      />
      <IssuerLoadStatus read={read} what="Pending transactions" />
      <StatRow>
        <Stat
          primary
          label="Overdue"
          value={figure(late)}
          tone={late > 0 ? 'danger' : 'ink'}
          note={`More than ${turnaroundDays} business days`}
        />
        <Stat label="Due today" value={figure(dueToday)} />
        <Stat label="Pending" value={figure(pending)} />
        <Stat
          label="Oldest item"
          value={oldest ? `${formatShares(oldest.days ?? 0)} business days` : '–'}
          note={oldest ? `${oldest.issuerName}, received ${formatDate(oldest.received)}` : undefined}
        />
        <Stat
          label="Rejected today"
          value={!some ? '–' : rejected.today === null ? '–' : formatShares(rejected.today)}
          tone={rejected.today === null ? 'muted' : 'ink'}
          note={
            some && (
              <>
                {formatShares(rejected.count)} rejected {hasRejections ? 'in' : 'of items received in'} the
                last {pastDays} days. <Link href={routes.opsRejections()}>View rejections</Link>
              </>
            )
          }
        />
      </StatRow>
      <div className="mt-4 mb-3">
        <FilterChips
          label="Due status"
          current={age}
          onChoose={(value) => putParam('age', value)}
          chips={[
            { value: null, label: 'All', count: all.length },
            ...ages.map(({ value, label }) => ({
              value,
              label,
              count: all.filter((row) => row.age === value).length,
              hideEmpty: value === 'undated' || value === 'exempt',
            })),
          ]}
        />
      </div>
      <SourceNote mark={null}>
        The three-day rule applies to items presented for transfer. A new issuance has no due date.
        {!hasRejections && ' Rejection dates are in the rejection list.'}
        {hasItems && (
          <>
            {' '}
            Transactions of items are listed too; the <Link href={routes.opsQueue()}>work queue</Link> counts
            an item received after noon from the next business day. Of a transaction that is no item, only the
            receipt was recorded: enter it as an item with <code>npm run registry:queue -- enter</code>, then
            complete it in the work queue.
          </>
        )}
      </SourceNote>
      {some && <QueueTable rows={rows} all={all.length} settled={read.settled} today={today} age={age} />}
      {!some && !read.settled && <LoadingPlaceholder text="Loading pending items…" lines={10} />}
    </>
  );
}
