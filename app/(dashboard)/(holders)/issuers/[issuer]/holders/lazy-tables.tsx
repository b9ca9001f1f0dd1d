'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

const waiting = <Waiting sentence="The table is being loaded." lines={12} />;

/** The table's code loads together with its rows and does not delay the page. */
export const HolderTable = later(
  () => import('./holder-table.tsx').then((part) => part.HolderTable),
  waiting,
);

export const RegistrationTable = later(
  () => import('./registration-table.tsx').then((part) => part.RegistrationTable),
  waiting,
  'when drawn',
);
