'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

// Loaded on a press: most visits do not ask for causes.
export const CauseReader = later(
  () => import('./cause-reader.tsx').then((part) => part.CauseReader),
  null,
  'when drawn',
);

export const CausePanel = later(
  () => import('./cause-panel.tsx').then((part) => part.CausePanel),
  <Waiting sentence="The causes are being loaded." lines={4} />,
  'when drawn',
);
