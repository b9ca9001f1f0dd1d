'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const table = () => import('./dividend-table.tsx').then((part) => part.DividendTable);
const chart = () => import('./paid-chart.tsx').then((part) => part.PaidChart);

export const DividendTable = dynamic(table, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={6} />,
});
export const PaidChart = dynamic(chart, {
  ssr: false,
  loading: () => <Waiting sentence="The chart is being loaded." lines={8} />,
});
