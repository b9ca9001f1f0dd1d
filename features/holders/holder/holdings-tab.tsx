'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { balanceQuery } from '#lib/api/register-queries';
import { dollarClasses } from '#lib/register/capacity';
import type { Certificate } from '#lib/register/certificates';
import { routes } from '#lib/routes';
import { holdingChecks, holdingLines } from '../profile.ts';
import { HoldingTable } from './holding-table.tsx';
import { LastChanges } from './last-changes.tsx';
import { summaryQuery } from './tabs.ts';

type Props = {
  issuer: number;
  account: string;
  asof: string | null;
  today: string;
  certificates: readonly Certificate[] | null;
  /** A nominee's position changes without a new certificate. */
  hasPosition: boolean;
};

/** Current holdings; the operation has no date. */
export function HoldingsTab({ issuer, account, asof, today, certificates, hasPosition }: Props) {
  const query = summaryQuery(issuer, account);
  const result = useQuery(query);
  const balances = useQuery(balanceQuery(issuer, today));
  const dollars = dollarClasses(balances.data ?? []);
  return (
    <>
      <Section title="Current holdings" aside={<CurrentOnlyLabel past={asof !== null} today={today} />}>
        <QueryResult result={result} queryKey={query.queryKey} waiting="Loading holdings…" lines={3}>
          {(summary) => {
            const lines = holdingLines(summary, balances.data ?? null, certificates);
            return (
              <>
                {lines.length === 0 ? (
                  <p className="py-2 text-muted">
                    {certificates?.length
                      ? 'No current holdings. All certificates are canceled.'
                      : 'No holdings. No certificate has ever been registered to this account.'}
                  </p>
                ) : (
                  <HoldingTable label="Current holdings" lines={lines} />
                )}
                {certificates && <CheckList checks={holdingChecks(lines, certificates)} />}
              </>
            );
          }}
        </QueryResult>
      </Section>
      {hasPosition && (
        <p className="mt-4 text-sm text-muted">
          The position of the nominee is moved by deposits and withdrawals under one number:{' '}
          <Link href={routes.holder(issuer, account, { tab: 'movements', asof })}>view its movements</Link>.
        </p>
      )}
      {certificates && !hasPosition && <LastChanges {...{ issuer, account, asof, certificates, dollars }} />}
    </>
  );
}
