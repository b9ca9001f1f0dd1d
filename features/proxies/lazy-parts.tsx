'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

export const MeetingTable = lazyComponent(
  () => import('./meeting-table.tsx').then((part) => part.MeetingTable),
  <Waiting sentence="Loading meetings…" lines={6} />,
);

export const TurnoutChart = lazyComponent(
  () => import('./turnout-chart.tsx').then((part) => part.TurnoutChart),
  <Waiting sentence="Loading turnout chart…" lines={8} />,
  'when drawn',
);
