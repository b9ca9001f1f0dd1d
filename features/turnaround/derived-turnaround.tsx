'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

/** The view of a registry that does not give the clock of its items; its code loads only there. */
export const DerivedTurnaround = lazyComponent(
  () => import('./turnaround-view.tsx').then((part) => part.TurnaroundView),
  <LoadingPlaceholder text="Loading transfers…" lines={12} />,
  'when drawn',
);
