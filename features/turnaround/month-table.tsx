// Table of months, where turnaround is derived from lists of transactions.

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { PressButton } from '#components/ui/press-button';
import { formatMonth } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Ta2Month } from '#lib/register/ta2-response';
import { derivedLabels, officialLabel, percentText, withinPercent } from './month-labels.ts';
import { notWhole } from './months.ts';
import type { MonthCounts } from './turnaround.ts';

type Props = {
  /** The transfers of every issuer were loaded. */
  isWhole: boolean;
  counts: readonly MonthCounts[];
  /** The registry's own months; empty where its report is for another year. */
  official: readonly Ta2Month[];
  current: string;
  onChoose: (month: string) => void;
};

type Month = MonthCounts & { own: Ta2Month | undefined };

const derived: readonly PlainColumn<Month>[] = [
  { head: 'Received', cell: (one) => formatShares(one.received) },
  { head: 'On time', cell: (one) => formatShares(one.within) },
  {
    head: 'Late',
    cell: (one) => formatShares(one.late),
    className: (one) => one.late > 0 && 'text-danger',
  },
  { head: 'Rejected', cell: (one) => formatShares(one.rejected) },
  { head: '% on time', cell: withinPercent },
];

const resultOf = (isWhole: boolean): PlainColumn<Month> => ({
  head: 'All transfers',
  cell: ({ counted, standard }) => {
    if (counted === 0) return '–';
    const { label, tone } = isWhole ? derivedLabels[standard] : notWhole;
    return <Badge tone={tone}>{label}</Badge>;
  },
});

const count = (value: bigint | null | undefined) => (value == null ? '–' : formatShares(value));

const reported: readonly PlainColumn<Month>[] = [
  { head: 'Routine', cell: ({ own }) => count(own?.routine), className: 'border-l border-line' },
  { head: 'On time', cell: ({ own }) => count(own?.within) },
  {
    head: '% on time',
    cell: ({ own }) => percentText(own?.percent ?? null),
    className: ({ own }) => own?.compliant === false && 'font-medium text-danger',
  },
  {
    head: 'Standard',
    cell: ({ own }) => (own ? <Badge tone={officialLabel(own).tone}>{officialLabel(own).label}</Badge> : '–'),
  },
];

const groups = (
  <tr className="bg-sunken text-sm text-muted">
    <td />
    <th scope="colgroup" colSpan={derived.length} className="px-3 pt-1.5 text-right font-normal">
      Derived from the status lists: every transfer
    </th>
    <th
      scope="colgroup"
      colSpan={reported.length}
      className="border-l border-line px-3 pt-1.5 text-right font-normal"
    >
      TA-2 report: routine items
    </th>
  </tr>
);

/** The months of a year; pressing one selects it for the rest of the page. */
export function MonthTable({ isWhole, counts, official, current, onChoose }: Props) {
  const both = official.length > 0;
  const month: PlainColumn<Month> = {
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
  };
  return (
    <PlainTable
      filled
      label="Months"
      caption="Transfers by month of receipt"
      className="border-b border-rule"
      tableClasses="min-w-[44rem]"
      columns={[month, ...derived, ...(both ? reported : [resultOf(isWhole)])]}
      rows={counts.map((one) => ({ ...one, own: official.find((other) => other.month === one.month) }))}
      rowId={(one) => one.month}
      rowClasses={(one) => (one.month === current ? 'bg-accent-soft' : 'hover:bg-sunken/60')}
      groups={both && groups}
    />
  );
}
