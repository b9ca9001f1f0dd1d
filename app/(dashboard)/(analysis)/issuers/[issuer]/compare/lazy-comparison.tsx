'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** The table's code comes while the holdings are being read, not before the page can be seen. */
export const Comparison = later(
  () => import('./comparison.tsx').then((part) => part.Comparison),
  <Waiting sentence="The table is being loaded." lines={12} />,
);
