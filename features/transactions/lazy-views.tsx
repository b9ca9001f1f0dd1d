'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** Only one view is visible: its code loads with the page, the other's on a press. */
export const StatusView = lazyComponent(
  () => import('./status-view.tsx').then((part) => part.StatusView),
  <Waiting sentence="Loading transactions…" lines={12} />,
  'when drawn',
);

export const JournalView = lazyComponent(
  () => import('./journal-view.tsx').then((part) => part.JournalView),
  <Waiting sentence="Loading journal…" lines={12} />,
  'when drawn',
);
