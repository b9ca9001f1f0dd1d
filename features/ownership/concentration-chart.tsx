'use client';

import { wholePercent } from '#components/charts/axes';
import { ColumnChart } from '#components/charts/column-chart';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { ratio } from '#lib/register/bigint-math';
import type { ClassOwnership } from '#lib/register/ownership/ownership';
import { quantity } from '#lib/register/quantity';
import { concentration, herfindahl } from './concentration.ts';

const fewest = 6;
/** Above this percentage in one account every column is nearly full: a number is clearer than a chart. */
const oneHandPercent = 60;

/** Joint holdings of the largest accounts of a class; with few holders, or one far above all, its index alone. */
export function ConcentrationChart({
  one,
  asOf,
  dollars,
}: {
  one: ClassOwnership;
  asOf: string;
  dollars: boolean;
}) {
  const { outstanding, className, owners } = one;
  const steps = concentration(one);
  if (outstanding === null || owners.length < fewest) return null;
  const index = herfindahl(one);
  const words =
    index === null
      ? undefined
      : `Herfindahl index ${formatShares(index)} of 10,000, calculated from all holdings; a single holder gives 10,000. Registered holders, not beneficial owners.`;
  if (steps.length < 3 || ratio(steps[0]?.held ?? null, outstanding) > oneHandPercent)
    return words ? <p className="text-sm text-muted">{words}</p> : null;
  return (
    <ColumnChart
      title={`Concentration of ${className}`}
      asOf={asOf}
      summary={`Percent of ${className} held by the largest accounts. The table below has every figure.`}
      note={words}
      head="Accounts"
      series={[{ id: 'percent', label: 'Percent of outstanding', fill: 0 }]}
      columns={steps.map(({ count, held }) => ({
        id: `${count}`,
        label: count === 1 ? 'Largest' : `Largest ${formatShares(count)}`,
        short: `${count}`,
        sizes: [ratio(held, outstanding)],
        texts: [formatPercent(held, outstanding, 4)],
        total: quantity(held, dollars),
      }))}
      total={dollars ? 'Principal' : 'Shares'}
      axisText={wholePercent}
    />
  );
}
