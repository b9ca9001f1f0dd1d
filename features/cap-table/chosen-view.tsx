'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { waitingLines } from './views.ts';

const waiting = <Waiting text="Loading cap table…" lines={waitingLines} />;

/** Tables by class and by holder; their code loads only where they are shown. */
export const Views = lazyComponent(
  () => import('./table-views.tsx').then((part) => part.Views),
  waiting,
  'when drawn',
);

/** The matrix of all holdings: mostly the view shown, so its code loads together with the rows. */
export const HoldingsMatrix = lazyComponent(
  () => import('./matrix.tsx').then((part) => part.HoldingsMatrix),
  waiting,
);

/** The matrix of the largest holders. */
export const Matrix = lazyComponent(
  () => import('./matrix.tsx').then((part) => part.Matrix),
  waiting,
  'when drawn',
);
