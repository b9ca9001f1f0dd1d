'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** The table's code loads together with the balances and does not delay the page. */
export const BalanceTable = lazyComponent(
  () => import('./balance-table.tsx').then((part) => part.BalanceTable),
  <Waiting sentence="The table is being loaded." lines={8} />,
);

export const CapitalCourse = lazyComponent(
  () => import('./balance-history-chart.tsx').then((part) => part.BalanceHistoryChart),
  <Waiting sentence="The chart is being loaded." lines={8} />,
  'when drawn',
);
