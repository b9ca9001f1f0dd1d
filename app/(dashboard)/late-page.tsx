'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Skeleton } from '@/components/ui/states';

/** Text and Cancel button of a slow page: loaded when needed, not with every page. */
export const LatePage = lazyComponent(
  () => import('./awaited.tsx').then(({ Awaited }) => Awaited),
  <Skeleton lines={8} />,
  'when drawn',
);
