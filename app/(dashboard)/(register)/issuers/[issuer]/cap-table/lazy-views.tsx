'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';
import { waitingLines } from './views.ts';

/** The table's code loads together with its rows and does not delay the page. */
export const Views = later(
  () => import('./table-views.tsx').then((part) => part.Views),
  <Waiting sentence="The table is being loaded." lines={waitingLines} />,
);
