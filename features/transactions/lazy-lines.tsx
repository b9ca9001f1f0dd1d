'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** Loaded on a press: the journal opens with one line per transaction. */
export const JournalLines = lazyComponent(
  () => import('./journal-lines.tsx').then((part) => part.JournalLines),
  <Waiting sentence="Loading certificates…" lines={12} />,
  'when drawn',
);
