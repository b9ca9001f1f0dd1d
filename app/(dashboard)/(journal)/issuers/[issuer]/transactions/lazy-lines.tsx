'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Waiting } from '../../../../waiting.tsx';

/** Loaded on a press: the journal opens with one line per transaction. */
export const JournalLines = lazyComponent(
  () => import('./journal-lines.tsx').then((part) => part.JournalLines),
  <Waiting sentence="The table is being loaded." lines={12} />,
  'when drawn',
);
