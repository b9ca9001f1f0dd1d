'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

// Loaded on a press: most visits do not ask for causes.
export const CauseReader = lazyComponent(
  () => import('./cause-reader.tsx').then((part) => part.CauseReader),
  null,
  'when drawn',
);

export const CausePanel = lazyComponent(
  () => import('./cause-panel.tsx').then((part) => part.CausePanel),
  <Waiting sentence="Loading causes…" lines={4} />,
  'when drawn',
);
