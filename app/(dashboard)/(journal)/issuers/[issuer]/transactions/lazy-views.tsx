'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** Only one view is visible: its code loads with the page, the other's on a press. */
export const StatusView = later(
  () => import('./status-view.tsx').then((part) => part.StatusView),
  <Waiting sentence="The table is being loaded." lines={12} />,
  'when drawn',
);

export const JournalView = later(
  () => import('./journal-view.tsx').then((part) => part.JournalView),
  <Waiting sentence="The journal is being loaded." lines={12} />,
  'when drawn',
);
