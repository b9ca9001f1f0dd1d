'use client';

import { useMemo } from 'react';
import { ColumnChart } from '#components/charts/column-chart';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { useJournal } from '#components/data/queries/use-journal';
import { EntryLink } from '#components/register/entry-link';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { formatDate, formatMonth } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { routes } from '#lib/routes';
import { activityOf, activityPeriod, latestOf } from './activity.ts';

type Props = { issuer: number; asof: string | null; today: string; dollars: readonly string[] };

const shownMax = 6;
const whole = (size: number) => (Number.isInteger(size) ? String(size) : '');

/** The latest transactions in words, and the number per month. */
export function RecentActivity({ issuer, asof, today, dollars }: Props) {
  const period = useMemo(() => activityPeriod(asof ?? today), [asof, today]);
  const journal = useJournal(issuer, period);
  const activity = useMemo(() => activityOf(journal.entries, period), [journal.entries, period]);
  const total = journal.entries.length;
  if (!journal.complete || journal.error) {
    return <JournalNotYet journal={journal} lines={8} />;
  }
  if (total === 0) {
    return (
      <EmptyState title="No transactions">
        No transaction took effect between {formatDate(period.from)} and {formatDate(period.to)}.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
      <Latest entries={latestOf(journal.entries, shownMax)} {...{ issuer, asof, dollars, period }} />
      <ColumnChart
        title="Transactions by month"
        asOf={`${formatShares(total)} since ${formatDate(period.from)}`}
        summary={`Completed transactions by month of their effective date, ${formatShares(total)} in total. The table below has every figure.`}
        head="Month"
        series={activity.types.map((label, fill) => ({ id: label, label, fill }))}
        columns={activity.months.map(({ month, counts, total: all }) => ({
          id: month,
          label: formatMonth(month),
          short: formatMonth(month),
          sizes: counts,
          texts: counts.map(formatShares),
          total: formatShares(all),
        }))}
        total={activity.types.length > 1 ? 'Total' : undefined}
        axisText={whole}
      />
    </div>
  );
}

type LatestProps = {
  entries: readonly JournalEntry[];
  issuer: number;
  asof: string | null;
  dollars: readonly string[];
  period: { from: string; to: string };
};

function Latest({ entries, issuer, asof, dollars, period }: LatestProps) {
  const inDollars = new Set(dollars);
  return (
    <div className="min-w-0">
      <table className="w-full border-collapse">
        <caption className="pb-1 text-left font-medium">Latest {formatShares(entries.length)}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Effective</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.key} className="border-t border-line align-top">
              <td className="w-26 py-1 pr-3 whitespace-nowrap text-muted">{formatDate(entry.effective)}</td>
              <td className="py-1 break-words">
                <EntryLink {...{ issuer, entry, asof }} dollars={inDollars} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm print:hidden">
        <Link href={routes.transactions(issuer, { view: 'journal', ...period, asof })}>
          View all transactions of this period
        </Link>
        <Link href={routes.compare(issuer, { asof })}>View changes this quarter</Link>
      </p>
    </div>
  );
}
