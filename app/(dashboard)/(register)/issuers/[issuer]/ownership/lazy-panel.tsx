'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** Table and chart come while the holdings are being read, not before the page can be seen. */
export const ListedPanel = later(
  () => import('./class-panel.tsx').then((part) => part.ListedPanel),
  <Waiting sentence="The table is being loaded." lines={12} />,
);

/** The same over the largest accounts alone. */
export const ClassPanel = later(
  () => import('./class-panel.tsx').then((part) => part.ClassPanel),
  <Waiting sentence="The table is being loaded." lines={12} />,
  'when drawn',
);
