'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

/** The list of pending transactions; its code loads only where it is shown in place of the items. */
export const PendingTransactions = lazyComponent(
  () => import('./queue-view.tsx').then((part) => part.QueueView),
  <LoadingPlaceholder text="Loading pending items…" lines={12} />,
  'when drawn',
);
