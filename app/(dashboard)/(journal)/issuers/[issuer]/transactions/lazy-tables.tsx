'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

const waiting = <Waiting sentence="The table is being loaded." lines={12} />;

export const StatusTable = later(
  () => import('./status-table.tsx').then((part) => part.StatusTable),
  waiting,
  'when drawn',
);

export const JournalTable = later(
  () => import('./journal-table.tsx').then((part) => part.JournalTable),
  waiting,
  'when drawn',
);
