'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { waitingLines } from './views.ts';

const waiting = <Waiting text="Loading cap table…" lines={waitingLines} />;

/** The table's code loads together with its rows and does not delay the page. */
export const Views = lazyComponent(() => import('./table-views.tsx').then((part) => part.Views), waiting);

/** The matrix of all holdings; its code loads only where it is shown. */
export const HoldingsMatrix = lazyComponent(
  () => import('./matrix.tsx').then((part) => part.HoldingsMatrix),
  waiting,
  'when drawn',
);

/** The matrix of the largest holders. */
export const Matrix = lazyComponent(
  () => import('./matrix.tsx').then((part) => part.Matrix),
  waiting,
  'when drawn',
);
