'use client';

import { useQuery } from '@tanstack/react-query';
import { Stat, StatRow } from '#components/ui/figures';
import { balanceQuery } from '#lib/api/register-queries';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { Certificate } from '#lib/register/certificates';
import { quantity } from '#lib/register/quantity';
import { type HoldingLine, holdingLines } from '../profile.ts';
import { summaryQuery } from './tabs.ts';

/** More classes are in the table of holdings only. */
const classesMax = 4;

/** Classes with the greatest part of their outstanding shares first; an unknown part comes last. */
const greatestFirst = (a: HoldingLine, b: HoldingLine): number => {
  if (a.shares === null || !a.outstanding) return 1;
  if (b.shares === null || !b.outstanding) return -1;
  const [left, right] = [a.shares * b.outstanding, b.shares * a.outstanding];
  return left === right ? 0 : left > right ? -1 : 1;
};

type Props = {
  issuer: number;
  account: string;
  today: string;
  certificates: readonly Certificate[] | null;
  /** Of the last certificate issued or canceled; empty where the certificates do not tell. */
  lastChange: string;
};

/** Current shares by class, the greatest part of a class as the page's primary figure; nothing if not loaded. */
export function HoldingFigures({ issuer, account, today, certificates, lastChange }: Props) {
  const summary = useQuery(summaryQuery(issuer, account));
  const balances = useQuery(balanceQuery(issuer, today));
  if (summary.error || balances.error) return null;
  if (!summary.data || !balances.data)
    return <div className="skeleton mb-5 h-16 rounded" aria-hidden="true" />;
  const lines = holdingLines(summary.data, balances.data, certificates).sort(greatestFirst);
  const live = certificates?.filter((one) => one.status !== 'Canceled').length ?? null;
  return (
    <div className="mb-5">
      <StatRow>
        {lines.length === 0 && <Stat primary label="Shares" value="0" note="No current holdings" />}
        {lines.slice(0, classesMax).map(({ className, shares, outstanding, dollars }, index) => (
          <Stat
            key={className}
            primary={index === 0}
            label={className}
            value={quantity(shares, dollars)}
            note={
              shares !== null && outstanding
                ? `${formatPercent(shares, outstanding)} of outstanding`
                : undefined
            }
          />
        ))}
        {certificates && live !== null && (
          <Stat
            label="Certificates outstanding"
            value={formatShares(live)}
            note={`${formatShares(certificates.length - live)} canceled`}
          />
        )}
        {lastChange && <Stat label="Last change" value={lastChange} />}
      </StatRow>
    </div>
  );
}
