'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';
import { waitingLines } from './views.ts';

/** Needed only for large registers. */
export const LongTable = lazyComponent(
  () => import('./long-table.tsx').then((part) => part.LongTable),
  <Waiting sentence="Loading cap table…" lines={waitingLines} />,
  'when drawn',
);
