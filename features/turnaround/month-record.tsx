'use client';

import { CopyableText } from '#components/data/copyable-text';
import { Badge } from '#components/ui/badge';
import { type Definition, DefinitionList, Section } from '#components/ui/text';
import { formatDate, formatMonth } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Ta2Month } from '#lib/register/ta2-response';
import { heldOverText, type MonthEvidence, noticeOfMonth, type Outcome } from './month-evidence.ts';

const outcomes: Readonly<Record<Outcome, { label: string; tone: Tone }>> = {
  open: { label: 'Open: items may still be done in time', tone: 'neutral' },
  met: { label: 'Standard met', tone: 'positive' },
  missed: { label: 'Standard not met', tone: 'danger' },
  'no routine items': { label: 'No routine items', tone: 'neutral' },
};

const count = (value: number | bigint | null) => (value === null ? '–' : formatShares(value));

type Props = { evidence: MonthEvidence; reported: Ta2Month | undefined; agent: string };

/** The record of a month's turnaround, which an agent keeps for two years, and the notice when the standard was missed. */
export function MonthRecord({ evidence, reported, agent }: Props) {
  const { label, tone } = outcomes[evidence.outcome];
  const rows: Definition[] = [
    { term: 'Transfer agent', detail: agent || '–' },
    {
      term: 'Federal holidays',
      detail: evidence.holidays.map(({ date, name }) => `${formatDate(date)}, ${name}`).join('; ') || 'None',
    },
    {
      term: 'Routine items received',
      detail: `${count(evidence.routineReceived)}${evidence.withdrawn > 0 ? `, of them ${count(evidence.withdrawn)} canceled` : ''}`,
    },
    {
      term: 'Within three business days',
      detail: `${count(evidence.within)} of ${count(evidence.counted)} done or overdue, ${evidence.counted === 0n ? '–' : formatPercent(evidence.within, evidence.counted, 2)}. Not within: ${count(evidence.notWithin)}`,
    },
    ...(reported
      ? [
          {
            term: 'The same in Form TA-2',
            detail: `${count(reported.within)} of ${count(reported.routine)}`,
          },
        ]
      : []),
    {
      term: 'Non-routine items received',
      detail: `${count(evidence.otherReceived)}, of them ${count(evidence.otherDone)} done`,
    },
    {
      term: `Routine items held over four business days on ${formatDate(evidence.lastBusinessDay)}`,
      detail: evidence.heldOver.length === 0 ? 'None' : heldOverText(evidence.heldOver),
    },
    {
      term: `Non-routine items held on ${formatDate(evidence.lastBusinessDay)}`,
      detail: count(evidence.otherHeld),
    },
    { term: 'Result', detail: <Badge tone={tone}>{label}</Badge> },
  ];
  return (
    <Section title={`Record of ${formatMonth(evidence.month)}`} aside="Items received since January 1">
      <DefinitionList items={rows} />
      {evidence.outcome === 'missed' && (
        <div className="mt-4 max-w-3xl">
          <p className="mb-2">
            The standard of 90 % was missed. A notice is due by {formatDate(evidence.noticeBy)}. Add the
            reasons and the steps taken.
          </p>
          <CopyableText text={noticeOfMonth(evidence, agent)} label="Copy notice" />
        </div>
      )}
    </Section>
  );
}
