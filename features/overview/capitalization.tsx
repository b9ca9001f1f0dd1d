'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { AsOfLabel } from '#components/register/as-of-label';
import { availableFill, CapacityBar, CapacityPatterns } from '#components/register/capacity-bar';
import { CheckList } from '#components/register/check-list';
import { Stat, StatRow } from '#components/ui/figures';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { balanceQuery } from '#lib/api/register-queries';
import { exact } from '#lib/format/exact-shares';
import { formatPercent } from '#lib/format/percent';
import { balanceChecks } from '#lib/register/balance-checks';
import { availableToIssueText, type Balance, capacityOf, hasBar } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';

type Props = { issuer: number; asof: string | null; today: string };

/** Each class: authorized, issued and available to issue. */
export function Capitalization({ issuer, asof, today }: Props) {
  const query = balanceQuery(issuer, asof ?? today);
  const result = useQuery(query);
  return (
    <Section title="Capitalization" aside={<AsOfLabel date={asof} today={today} />}>
      <CapacityPatterns />
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading balances…" lines={6}>
        {(balances) =>
          balances.length === 0 ? (
            <EmptyState title="No classes of securities">
              The registry lists no classes of this issuer on this date.
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {balances.map((balance) => (
                  <ClassBalance key={balance.securityID ?? balance.className} balance={balance} />
                ))}
              </ul>
              {balances.some((balance) => hasBar(capacityOf(balance))) && <Legend />}
              <CheckList checks={balanceChecks(balances)} />
            </>
          )
        }
      </QueryResult>
    </Section>
  );
}

function ClassBalance({ balance }: { balance: Balance }) {
  const capacity = capacityOf(balance);
  const { issued, outstanding, reserved, authorized, unlimited, dollars } = capacity;
  const restricted = exact(balance.totalRestrictedShares);
  const held = issued !== null && outstanding !== null ? issued - outstanding : null;
  return (
    <li className="py-4 first:pt-1">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg font-medium">{balance.className || 'Unnamed class'}</h3>
        {balance.securityDescription && balance.securityDescription !== balance.className && (
          <p className="text-sm text-muted">{balance.securityDescription}</p>
        )}
      </div>
      <CapacityBar capacity={capacity} className="h-3 w-full rounded" />
      <div className="mt-2">
        <StatRow>
          <Stat primary label="Outstanding" value={quantity(outstanding, dollars)} />
          <Stat label="Available to issue" value={availableToIssueText(capacity)} />
          <Stat label="Authorized" value={unlimited ? 'Unlimited' : quantity(authorized, dollars)} />
          <Stat
            label="Issued"
            value={quantity(issued, dollars)}
            note={held ? `${quantity(held, dollars)} in treasury` : undefined}
          />
          <Stat label="Reserved" value={quantity(reserved, dollars)} />
          <Stat label="Holders" value={quantity(exact(balance.totalShareholder))} />
          <Stat
            label="Restricted"
            value={quantity(restricted, dollars)}
            note={restricted && outstanding ? formatPercent(restricted, outstanding, 2) : undefined}
          />
          <Stat label="Unrestricted" value={quantity(exact(balance.totalNonRestrictedShares), dollars)} />
        </StatRow>
      </div>
    </li>
  );
}

const legend = [
  ['Outstanding', 'var(--chart-1)'],
  ['Treasury', 'var(--chart-rest)'],
  ['Reserved', 'url(#reserved-hatch)'],
  ['Available to issue', availableFill],
] as const;

const Legend = () => (
  <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-label="Chart legend">
    {legend.map(([name, fill]) => (
      <li key={name} className="flex items-center gap-1.5">
        <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
          <rect width="10" height="10" fill={fill} stroke="var(--rule)" strokeWidth="0.6" />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
