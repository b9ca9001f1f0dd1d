'use client';

import { compactDollars } from '#components/charts/axes';
import { ColumnChart } from '#components/charts/column-chart';
import { formatMoney } from '#lib/format/money';
import type { Paid } from './paid.ts';

const shownMax = 12;

/** Cash paid per year, stacked by class. */
export function PaidChart({ paid }: { paid: Paid }) {
  const { classes, years } = paid;
  const shown = years.slice(-shownMax);
  const last = shown.at(-1);
  return (
    <ColumnChart
      title="Cash paid by year"
      asOf="By payable date, past dividends only"
      summary={`Cash dividends of ${shown.length} years: ${formatMoney(last?.total ?? '0')} in ${last?.year}. The table below has every figure.`}
      head="Year"
      series={classes.map((label, fill) => ({ id: label, label, fill }))}
      columns={shown.map(({ year, amounts, total }) => ({
        id: year,
        label: year,
        short: year,
        sizes: amounts.map(Number),
        texts: amounts.map(formatMoney),
        total: formatMoney(total),
      }))}
      total={classes.length > 1 ? 'Total' : undefined}
      axisText={compactDollars}
    />
  );
}
