'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';
import { waitingLines } from './views.ts';

const waiting = <Waiting sentence="The table is being loaded." lines={waitingLines} />;

/** The table's code comes while its rows are being read, not before the page can be seen. */
export const Views = later(() => import('./table-views.tsx').then((part) => part.Views), waiting);

/** Few registers need it. */
export const LongTable = later(() => import('./long-table.tsx').then((part) => part.LongTable), waiting);
