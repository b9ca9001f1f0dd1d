'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryResult } from '#components/data/query-result';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { FilterChips } from '#components/register/filter-chips';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { balanceQuery, type Restriction } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { balanceChecks } from '#lib/register/balance-checks';
import { routes } from '#lib/routes';
import { AvailableByClass } from './available-by-class.tsx';
import { restrictionChecks } from './balances.ts';

/** The table's code loads together with the balances and does not delay the page. */
const BalanceTable = lazyComponent(
  () => import('./balance-table.tsx').then((part) => part.BalanceTable),
  <LoadingPlaceholder text="Loading balances…" lines={8} />,
);

const CapitalCourse = lazyComponent(
  () => import('./balance-history-chart.tsx').then((part) => part.BalanceHistoryChart),
  <LoadingPlaceholder text="Loading balance history…" lines={8} />,
  'when drawn',
);

export type BalancesProps = {
  issuer: number;
  name: string;
  file: boolean;
  asof: string | null;
  today: string;
};

const chips = [
  { value: null, label: 'All shares' },
  { value: 'Restricted', label: 'Restricted only' },
  { value: 'NonRestricted', label: 'Unrestricted only' },
] as const;

const readRestriction = (value: string | null): Restriction =>
  value === 'Restricted' || value === 'NonRestricted' ? value : 'All';

/** Every figure of every class on a day, the shares available to issue, and the balance history. */
export function BalancesView({ issuer, name, file, asof, today }: BalancesProps) {
  const day = asof ?? today;
  const restriction = readRestriction(useSearchParams().get('restriction'));
  const query = balanceQuery(issuer, day, restriction);
  const result = useQuery(query);
  const whole = useQuery(balanceQuery(issuer, day));
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${formatDate(day)}`} today={today} />
      <PageHeader
        kicker={name}
        title="Balances"
        actions={
          file && (
            <LinkButton
              icon="file"
              href={routes.newReport('issuer-balance', {
                issuer,
                asof,
                restrictionStatus: restriction === 'All' ? null : restriction,
              })}
            >
              Create issuer balance
            </LinkButton>
          )
        }
      />
      <div className="mb-3">
        <FilterChips
          label="Restriction"
          chips={chips}
          current={restriction === 'All' ? null : restriction}
          onChoose={(value) => putParam('restriction', value)}
        />
      </div>
      <SourceNote mark={<AsOfLabel date={asof} today={today} />}>
        {restriction !== 'All' && (
          <>
            Outstanding and holders include{' '}
            <strong className="font-medium text-ink">
              {restriction === 'Restricted' ? 'restricted' : 'unrestricted'} shares only
            </strong>
            . Authorized, issued and reserved cover the whole class.
          </>
        )}
      </SourceNote>
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading balances…" lines={8}>
        {(balances) =>
          balances.length === 0 ? (
            <EmptyState title="No classes of securities">
              The registry lists no classes of this issuer on this date.
            </EmptyState>
          ) : (
            <>
              <BalanceTable {...{ issuer, name, day, restriction, balances }} />
              <CheckList
                checks={[
                  ...balanceChecks(balances),
                  ...restrictionChecks(balances, whole.data ?? null, restriction),
                ]}
              />
            </>
          )
        }
      </QueryResult>
      {whole.data && whole.data.length > 0 && (
        <>
          <Section title="Available to issue" aside={<AsOfLabel date={asof} today={today} />}>
            <AvailableByClass balances={whole.data} />
          </Section>
          <CapitalCourse issuer={issuer} day={day} balances={whole.data} />
        </>
      )}
    </>
  );
}
