'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';
import { waitingLines } from './views.ts';

/** The table's code comes while its rows are being read, not before the page can be seen. */
export const Views = later(
  () => import('./table-views.tsx').then((part) => part.Views),
  <Waiting sentence="The table is being loaded." lines={waitingLines} />,
);
