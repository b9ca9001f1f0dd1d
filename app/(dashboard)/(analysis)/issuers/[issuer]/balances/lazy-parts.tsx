'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const table = () => import('./balance-table.tsx').then((part) => part.BalanceTable);
const course = () => import('./capital-course.tsx').then((part) => part.CapitalCourse);

// The table's code comes while the balances are being read, not before the page can be seen.
if (typeof window !== 'undefined') void table();

export const BalanceTable = dynamic(table, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={8} />,
});
export const CapitalCourse = dynamic(course, {
  ssr: false,
  loading: () => <Waiting sentence="The chart is being loaded." lines={8} />,
});
