'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Skeleton } from '../ui/states.tsx';

/** Text and Cancel button of a slow page: loaded when needed, not with every page. */
export const LatePage = lazyComponent(
  () => import('./slow-page-content.tsx').then(({ Awaited }) => Awaited),
  <Skeleton lines={8} />,
  'when drawn',
);
