'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** The table's code loads together with the balances and does not delay the page. */
export const BalanceTable = later(
  () => import('./balance-table.tsx').then((part) => part.BalanceTable),
  <Waiting sentence="The table is being loaded." lines={8} />,
);

export const CapitalCourse = later(
  () => import('./capital-course.tsx').then((part) => part.CapitalCourse),
  <Waiting sentence="The chart is being loaded." lines={8} />,
  'when drawn',
);
