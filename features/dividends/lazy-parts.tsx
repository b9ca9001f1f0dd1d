'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

export const DividendTable = lazyComponent(
  () => import('./dividend-table.tsx').then((part) => part.DividendTable),
  <Waiting sentence="Loading dividends…" lines={6} />,
);

export const PaidChart = lazyComponent(
  () => import('./paid-chart.tsx').then((part) => part.PaidChart),
  <Waiting sentence="Loading dividend chart…" lines={8} />,
  'when drawn',
);
