'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Waiting } from '../../../../waiting.tsx';

// Loaded on a press: most visits do not ask for causes.
export const CauseReader = lazyComponent(
  () => import('./cause-reader.tsx').then((part) => part.CauseReader),
  null,
  'when drawn',
);

export const CausePanel = lazyComponent(
  () => import('./cause-panel.tsx').then((part) => part.CausePanel),
  <Waiting sentence="The causes are being loaded." lines={4} />,
  'when drawn',
);
