'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';
import { waitingLines } from './views.ts';

/** Few registers need it. */
export const LongTable = later(
  () => import('./long-table.tsx').then((part) => part.LongTable),
  <Waiting sentence="The table is being loaded." lines={waitingLines} />,
  'when drawn',
);
