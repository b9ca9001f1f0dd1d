// Summary of a month, where turnaround is derived from lists of transactions.

import { Badge } from '#components/ui/badge';
import { Stat, StatRow } from '#components/ui/figures';
import { formatShares } from '#lib/format/shares';
import type { Ta2Month } from '#lib/register/ta2-response';
import { derivedLabels, officialLabel, percentText, withinPercent } from './month-labels.ts';
import { notWhole } from './months.ts';
import type { MonthCounts } from './turnaround.ts';

type Props = {
  /** The transfers of every issuer were loaded. */
  isWhole: boolean;
  counts: MonthCounts;
  official: Ta2Month | undefined;
};

/** One month against the limit; the registry's own count, where it exists, takes precedence. */
export function MonthSummary({ isWhole, counts, official }: Props) {
  const { label, tone } = isWhole ? derivedLabels[counts.standard] : notWhole;
  return (
    <>
      {official && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={officialLabel(official).tone}>{officialLabel(official).label}</Badge>
          <span>
            TA-2 report: {official.routine === null ? '–' : formatShares(official.routine)} routine items,{' '}
            {official.within === null ? '–' : formatShares(official.within)} within three business days
            {official.percent === null ? '' : `: ${percentText(official.percent)} of routine items`}.
          </span>
        </p>
      )}
      <StatRow>
        <Stat
          primary
          label="Percent on time"
          value={withinPercent(counts)}
          note={
            official ? (
              `Of ${formatShares(counts.counted)} transfers, routine or not`
            ) : (
              <>
                Of {formatShares(counts.counted)} transfers, routine or not.{' '}
                <Badge tone={tone}>{label}</Badge>
              </>
            )
          }
        />
        <Stat label="Transfers received" value={formatShares(counts.received)} note="All statuses" />
        <Stat label="Within three business days" value={formatShares(counts.within)} />
        <Stat
          label="Late"
          value={formatShares(counts.late)}
          tone={counts.late > 0 ? 'danger' : 'ink'}
          note="Late or overdue"
        />
        <Stat
          label="Rejected"
          value={formatShares(counts.rejected)}
          note={counts.rejected > 0 ? 'Rejection date not reported' : undefined}
        />
        <Stat
          label="Not counted"
          value={formatShares(counts.open + counts.withdrawn)}
          note={`${formatShares(counts.open)} pending and not yet due, ${formatShares(counts.withdrawn)} canceled`}
        />
      </StatRow>
    </>
  );
}
