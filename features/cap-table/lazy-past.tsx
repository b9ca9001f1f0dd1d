'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';
import { waitingLines } from './views.ts';

/** Most visits show the current day. */
export const PastTable = lazyComponent(
  () => import('./past-table.tsx').then((part) => part.PastTable),
  <Waiting sentence="Loading cap table…" lines={waitingLines} />,
  'when drawn',
);
