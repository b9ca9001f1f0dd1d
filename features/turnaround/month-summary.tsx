import { Badge } from '#components/ui/badge';
import { Stat, StatRow } from '#components/ui/text';
import { formatShares } from '#lib/format/shares';
import type { Ta2Month } from '#lib/register/ta2-response';
import { derivedWords, officialWords, percentText, withinPercent } from './month-words.ts';
import type { MonthFigures } from './turnaround.ts';

/** One month against the limit; the registry's own count, where it exists, takes precedence. */
export function MonthSummary({
  figures,
  official,
}: {
  figures: MonthFigures;
  official: Ta2Month | undefined;
}) {
  const { word, tone } = derivedWords[figures.standard];
  return (
    <>
      {official && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={officialWords(official).tone}>{officialWords(official).word}</Badge>
          <span>
            TA-2 report: {official.routine === null ? '–' : formatShares(official.routine)} routine items,{' '}
            {official.within === null ? '–' : formatShares(official.within)} within three business days
            {official.percent === null ? '' : `: ${percentText(official.percent)} of routine items`}.
          </span>
        </p>
      )}
      <StatRow>
        <Stat label="Transfers received" value={formatShares(figures.received)} note="All statuses" />
        <Stat label="Within three business days" value={formatShares(figures.within)} />
        <Stat
          label="Late"
          value={formatShares(figures.late)}
          tone={figures.late > 0 ? 'danger' : 'ink'}
          note="Late or overdue"
        />
        <Stat
          label="Rejected"
          value={formatShares(figures.rejected)}
          note={figures.rejected > 0 ? 'Rejection date not reported' : undefined}
        />
        <Stat
          label="Not counted"
          value={formatShares(figures.open + figures.withdrawn)}
          note={`${formatShares(figures.open)} pending and not yet due, ${formatShares(figures.withdrawn)} canceled`}
        />
        <Stat
          label="Percent on time"
          value={withinPercent(figures)}
          note={
            official ? (
              `Of ${formatShares(figures.counted)} transfers, routine or not`
            ) : (
              <>
                Of {formatShares(figures.counted)} transfers, routine or not.{' '}
                <Badge tone={tone}>{word}</Badge>
              </>
            )
          }
        />
      </StatRow>
    </>
  );
}
