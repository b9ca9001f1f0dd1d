// Summary and table of months, where the registry gives the turnaround of each item.

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { Stat, StatRow } from '#components/ui/figures';
import { PressButton } from '#components/ui/press-button';
import { formatMonth } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import { notWhole } from './months.ts';
import { type FactItem, type FactMonth, monthRest } from './turnaround-facts.ts';

/** Result of a month; a running one may still change. Without all issuers nothing is said of the standard. */
function standardOf({ passed }: FactMonth, isWhole: boolean): { label: string; tone: Tone } {
  if (!isWhole) return notWhole;
  if (passed === null) return { label: 'Month to date', tone: 'neutral' };
  return passed ? { label: 'Standard met', tone: 'positive' } : { label: 'Standard not met', tone: 'danger' };
}

const percent = ({ within, routine }: FactMonth) =>
  routine === 0n ? '–' : formatPercent(within, routine, 2);

type SummaryProps = { month: FactMonth; items: readonly FactItem[]; isWhole: boolean };

/** One month against the 90% of the rule. */
export function FactMonthSummary({ month, items, isWhole }: SummaryProps) {
  const { label, tone } = standardOf(month, isWhole);
  const rest = monthRest(month.month, items);
  const late = month.routine - month.within;
  return (
    <StatRow>
      <Stat
        primary
        label="Percent on time"
        value={percent(month)}
        note={
          <>
            Of routine items. <Badge tone={tone}>{label}</Badge>
          </>
        }
      />
      <Stat
        label="Routine items"
        value={formatShares(month.routine)}
        note={`Done or overdue, of ${formatShares(month.received)} received`}
      />
      <Stat label="Within three business days" value={formatShares(month.within)} />
      <Stat
        label="Late"
        value={formatShares(late)}
        tone={late > 0n ? 'danger' : 'ink'}
        note="Routine items done late or overdue"
      />
      <Stat label="Rejected" value={formatShares(rest.rejected)} note="A rejection counts as turned around" />
      <Stat
        label="Not counted"
        value={formatShares(rest.notCounted)}
        note={`${formatShares(rest.notRoutine)} not routine, ${formatShares(rest.open)} pending and not yet due, ${formatShares(rest.withdrawn)} canceled`}
      />
    </StatRow>
  );
}

type TableProps = {
  months: readonly FactMonth[];
  /** The items of every issuer were loaded. */
  isWhole: boolean;
  current: string;
  onChoose: (month: string) => void;
};

/** The months of a year; pressing one selects it for the rest of the page. */
export function FactMonthTable({ months, isWhole, current, onChoose }: TableProps) {
  const shown: readonly PlainColumn<FactMonth>[] = [
    {
      head: 'Month',
      cell: (one) => (
        <PressButton
          type="button"
          aria-pressed={one.month === current}
          onClick={() => onChoose(one.month)}
          className={`min-h-6 underline decoration-rule underline-offset-4 hover:text-accent ${one.month === current ? 'font-medium' : ''}`}
        >
          {formatMonth(one.month)}
        </PressButton>
      ),
    },
    { head: 'Received', cell: (one) => formatShares(one.received) },
    { head: 'Routine', cell: (one) => formatShares(one.routine) },
    { head: 'On time', cell: (one) => formatShares(one.within) },
    {
      head: 'Late',
      cell: (one) => formatShares(one.routine - one.within),
      className: (one) => one.routine > one.within && 'text-danger',
    },
    {
      head: '% on time',
      cell: percent,
      className: (one) => isWhole && one.passed === false && 'font-medium text-danger',
    },
    {
      head: 'Standard',
      cell: (one) => <Badge tone={standardOf(one, isWhole).tone}>{standardOf(one, isWhole).label}</Badge>,
    },
  ];
  return (
    <PlainTable
      filled
      label="Months"
      caption="Routine items by month of receipt"
      className="border-b border-rule"
      tableClasses="min-w-[40rem]"
      columns={shown}
      rows={months}
      rowId={(one) => one.month}
      rowClasses={(one) => (one.month === current ? 'bg-accent-soft' : 'hover:bg-sunken/60')}
    />
  );
}
