'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** Table and chart load together with the holdings and do not delay the page. */
export const ListedPanel = lazyComponent(
  () => import('./class-panel.tsx').then((part) => part.ListedPanel),
  <Waiting sentence="Loading ownership…" lines={12} />,
);

/** The same for the largest accounts only. */
export const ClassPanel = lazyComponent(
  () => import('./class-panel.tsx').then((part) => part.ClassPanel),
  <Waiting sentence="Loading ownership…" lines={12} />,
  'when drawn',
);
