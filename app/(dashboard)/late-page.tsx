'use client';

import { later } from '@/components/ui/later';
import { Skeleton } from '@/components/ui/states';

/** Text and Cancel button of a slow page: loaded when needed, not with every page. */
export const LatePage = later(
  () => import('./awaited.tsx').then(({ Awaited }) => Awaited),
  <Skeleton lines={8} />,
  'when drawn',
);
