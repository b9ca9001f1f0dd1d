'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** The table's code loads together with the holdings and does not delay the page. */
export const Comparison = lazyComponent(
  () => import('./comparison.tsx').then((part) => part.Comparison),
  <Waiting sentence="Loading comparison…" lines={12} />,
);
