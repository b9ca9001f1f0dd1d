'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Waiting } from '../waiting.tsx';

/** Loaded on a press. */
export const IssueSending = lazyComponent(
  () => import('./issue-sending.tsx').then((part) => part.IssueSending),
  <Waiting sentence="The review is being loaded." lines={8} />,
  'when drawn',
);

/** Only for a holder who is not registered yet. */
export const NewHolderFields = lazyComponent(
  () => import('./holder-fields.tsx').then((part) => part.HolderFields),
  <Waiting sentence="The fields are being loaded." lines={8} />,
  'when drawn',
);
