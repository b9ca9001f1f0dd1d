'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** The table's code loads together with the balances and does not delay the page. */
export const BalanceTable = lazyComponent(
  () => import('./balance-table.tsx').then((part) => part.BalanceTable),
  <Waiting sentence="Loading balances…" lines={8} />,
);

export const CapitalCourse = lazyComponent(
  () => import('./balance-history-chart.tsx').then((part) => part.BalanceHistoryChart),
  <Waiting sentence="Loading balance history…" lines={8} />,
  'when drawn',
);
