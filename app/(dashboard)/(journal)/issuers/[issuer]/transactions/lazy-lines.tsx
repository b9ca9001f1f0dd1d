'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** Loaded on a press: the journal opens with one line per transaction. */
export const JournalLines = later(
  () => import('./journal-lines.tsx').then((part) => part.JournalLines),
  <Waiting sentence="The table is being loaded." lines={12} />,
  'when drawn',
);
