'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const table = () => import('./meeting-table.tsx').then((part) => part.MeetingTable);
const chart = () => import('./turnout-chart.tsx').then((part) => part.TurnoutChart);

export const MeetingTable = dynamic(table, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={6} />,
});
export const TurnoutChart = dynamic(chart, {
  ssr: false,
  loading: () => <Waiting sentence="The chart is being loaded." lines={8} />,
});
