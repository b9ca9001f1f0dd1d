'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { readTransactions } from '#components/data/queries/read-transactions';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import type { SendRequest } from '#lib/api/send-request';
import { formatMonth } from '#lib/format/dates';
import { ta2Months, ta2Year } from '#lib/register/ta2-response';
import { MonthSummary } from './month-summary.tsx';
import { MonthTable } from './month-table.tsx';
import { monthsOf, readMonth } from './months.ts';
import { itemOf, monthCounts } from './turnaround.ts';
import { setMonth, TurnaroundHeader } from './turnaround-header.tsx';

const MonthItems = lazyComponent(
  () => import('./month-items.tsx').then((part) => part.MonthItems),
  <LoadingPlaceholder text="Loading transfers…" lines={12} />,
);

/** Items received in a month against the three-business-day rule, with the list behind each figure. */
export function TurnaroundView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const month = readMonth(useSearchParams().get('month'), today);
  const year = Number(month.slice(0, 4));
  const read = useEachIssuer(
    issuers,
    `turnaround ${year} ${today}`,
    useCallback(
      ({ customerIssuerId: issuer }: Listed, request: SendRequest) =>
        readTransactions(request, { issuer, status: 'All', type: 'T', since: `${year}-01-01`, today }),
      [year, today],
    ),
  );
  const report = useQuery(query('GetTA2Report', {}));
  const official = ta2Year(report.data) === year ? ta2Months(report.data) : [];
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const items = useMemo(
    () =>
      read.parts.flatMap(({ issuer, data }) =>
        (data ?? []).map((row) => itemOf(row, issuer.customerIssuerId, issuer.name)),
      ),
    [seen],
  );
  const counts = useMemo(
    () => monthsOf(year, today).map((one) => monthCounts(one, items)),
    [year, today, items],
  );
  const current = counts.find((one) => one.month === month);
  const some = read.parts.some(({ data }) => data !== undefined);
  const whole = read.parts.every(({ data }) => data !== undefined);
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`Turnaround, ${formatMonth(month)}`} today={today} />
      <TurnaroundHeader year={year} today={today} />
      <IssuerLoadStatus read={read} what={`Transfers of ${year}`} />
      {!some && !read.settled && <LoadingPlaceholder text="Loading transfers…" lines={12} />}
      {some && (
        <>
          <Section
            title={formatMonth(month)}
            aside={month === today.slice(0, 7) ? 'Month to date' : undefined}
          >
            {current && (
              <MonthSummary
                isWhole={whole}
                counts={current}
                official={official.find((one) => one.month === month)}
              />
            )}
          </Section>
          <Section title={`Months of ${year}`} aside="Received, all issuers">
            <MonthTable
              isWhole={whole}
              counts={counts}
              official={official}
              current={month}
              onChoose={setMonth}
            />
            <p className="mt-2 max-w-prose text-sm text-muted">
              {official.length > 0
                ? 'The routine columns are from the registry’s TA-2 report. The other columns are derived from the status lists and include all transfers, routine or not.'
                : `The registry’s TA-2 report ${report.data ? `covers ${ta2Year(report.data) ?? 'another year'}` : report.error ? 'could not be loaded' : 'is loading'}. All figures on this page are derived from the status lists and include all transfers, routine or not.`}{' '}
              Where a rejection date is not reported, the percentage is a range.
            </p>
          </Section>
          <Section title={`Items received in ${formatMonth(month)}`}>
            <MonthItems key={month} month={month} items={items} settled={read.settled} />
          </Section>
        </>
      )}
    </>
  );
}
