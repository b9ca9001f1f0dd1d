// The views of the cap table as components that load on demand.

'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { type CapTableKind, waitingLines } from './views.ts';

/** Loads the code of a view together with its rows. Errors appear where the view is drawn. */
export const preloadView = (view: CapTableKind) =>
  void (view === 'matrix' ? import('./matrix.tsx') : import('./table-views.tsx')).catch(() => undefined);

const waiting = <LoadingPlaceholder text="Loading cap table…" lines={waitingLines} />;

/** Tables by class and by holder; their code loads only where they are shown. */
export const Views = lazyComponent(
  () => import('./table-views.tsx').then((part) => part.Views),
  waiting,
  'when drawn',
);

/** The matrix of all holdings. */
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
