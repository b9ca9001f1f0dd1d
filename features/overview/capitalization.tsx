'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { AsOfLabel } from '#components/register/as-of-label';
import { availableFill, CapacityBar, CapacityPatterns } from '#components/register/capacity';
import { CheckList } from '#components/register/check-list';
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
  const facts: [string, string, string?][] = [
    ['Authorized', unlimited ? 'Unlimited' : quantity(authorized, dollars)],
    ['Issued', quantity(issued, dollars), held ? `${quantity(held, dollars)} in treasury` : undefined],
    ['Outstanding', quantity(outstanding, dollars)],
    ['Reserved', quantity(reserved, dollars)],
    ['Available to issue', availableToIssueText(capacity)],
    ['Holders', quantity(exact(balance.totalShareholder))],
    [
      'Restricted',
      quantity(restricted, dollars),
      restricted && outstanding ? formatPercent(restricted, outstanding, 2) : undefined,
    ],
    ['Unrestricted', quantity(exact(balance.totalNonRestrictedShares), dollars)],
  ];
  return (
    <li className="py-4 first:pt-1">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg font-medium">{balance.className || 'Unnamed class'}</h3>
        {balance.securityDescription && balance.securityDescription !== balance.className && (
          <p className="text-sm text-muted">{balance.securityDescription}</p>
        )}
      </div>
      <CapacityBar capacity={capacity} className="h-3 w-full rounded" />
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 xl:grid-cols-8">
        {facts.map(([name, value, note]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg break-words">{value}</dd>
            {note && <dd className="text-xs text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
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
