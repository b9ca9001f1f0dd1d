'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryResult } from '#components/data/query-result';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { dividendListQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { dividendsOf, sortDividends } from '#lib/register/dividends';
import { routes } from '#lib/routes';
import { DividendCard } from './dividend-card.tsx';
import { paidByYear } from './paid.ts';
import type { DividendsProps } from './types.ts';

const DividendTable = lazyComponent(
  () => import('./dividend-table.tsx').then((part) => part.DividendTable),
  <LoadingPlaceholder text="Loading dividends…" lines={6} />,
);

const PaidChart = lazyComponent(
  () => import('./paid-chart.tsx').then((part) => part.PaidChart),
  <LoadingPlaceholder text="Loading dividend chart…" lines={8} />,
  'when drawn',
);

/** The next dividends and those already paid. */
export function DividendsView(props: DividendsProps) {
  const { issuer, name, asof, today } = props;
  const query = dividendListQuery(issuer);
  const result = useQuery(query);
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader kicker={name} title="Dividends" />
      <SourceNote mark={<CurrentOnlyLabel past={asof !== null} today={today} />}>
        Current dividends. Failed and uncashed payments are not reported.
      </SourceNote>
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading dividends…" lines={10}>
        {(response) => <Dividends {...props} response={response} />}
      </QueryResult>
    </>
  );
}

function Dividends({ response, ...props }: DividendsProps & { response: unknown }) {
  const { issuer, today } = props;
  const { ahead, past } = useMemo(() => sortDividends(dividendsOf(response), today), [response, today]);
  const paid = useMemo(() => paidByYear(past), [past]);
  if (ahead.length + past.length === 0) {
    return (
      <EmptyState
        title="No dividends"
        action={<LinkButton href={routes.holders(issuer)}>View current holders</LinkButton>}
      >
        No dividends are recorded for this issuer. A dividend is listed once it is declared.
      </EmptyState>
    );
  }
  return (
    <>
      {ahead.length === 0 ? (
        <p className="mb-6">No dividend payable. Past dividends are listed below.</p>
      ) : (
        <ul className="grid gap-5">
          {ahead.map((one) => (
            <li key={one.key}>
              <DividendCard dividend={one} {...props} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <Section title="Past dividends">
          <DividendTable dividends={past} {...props} />
        </Section>
      )}
      {paid.years.length > 1 && (
        <div className="mt-8">
          <PaidChart paid={paid} />
        </div>
      )}
    </>
  );
}
