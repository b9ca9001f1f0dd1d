'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../waiting.tsx';

/** Loaded on a press. */
export const IssueSending = later(
  () => import('./issue-sending.tsx').then((part) => part.IssueSending),
  <Waiting sentence="The review is being loaded." lines={8} />,
  'when drawn',
);

/** Only for a holder who is not registered yet. */
export const NewHolderFields = later(
  () => import('./holder-fields.tsx').then((part) => part.HolderFields),
  <Waiting sentence="The fields are being loaded." lines={8} />,
  'when drawn',
);
