'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { waitingLines } from './views.ts';

/** The table's code loads together with its rows and does not delay the page. */
export const Views = lazyComponent(
  () => import('./table-views.tsx').then((part) => part.Views),
  <Waiting text="Loading cap table…" lines={waitingLines} />,
);
