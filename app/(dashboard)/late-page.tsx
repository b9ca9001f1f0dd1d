'use client';

import { later } from '@/components/ui/later';
import { Skeleton } from '@/components/ui/states';

/** The words and the way out of a page that keeps its person waiting: fetched when one does, not with every page. */
export const LatePage = later(
  () => import('./awaited.tsx').then(({ Awaited }) => Awaited),
  <Skeleton lines={8} />,
  'when drawn',
);
