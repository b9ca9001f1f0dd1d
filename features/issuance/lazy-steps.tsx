'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** Loaded on a press. */
export const IssueSending = lazyComponent(
  () => import('./issue-sending.tsx').then((part) => part.IssueSending),
  <Waiting sentence="Loading review…" lines={8} />,
  'when drawn',
);

/** Only for a holder who is not registered yet. */
export const NewHolderFields = lazyComponent(
  () => import('#components/holder-record/holder-fields').then((part) => part.HolderFields),
  <Waiting sentence="Loading form…" lines={8} />,
  'when drawn',
);
