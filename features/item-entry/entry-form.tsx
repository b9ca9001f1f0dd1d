'use client';

import { FormPlaceholder } from '#components/data/form-placeholder';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

// Reads what this browser has stored, so it renders only there.
export const EntryForm = lazyComponent(
  () => import('./entry-view.tsx').then((part) => part.EntryForm),
  <FormPlaceholder />,
  'when drawn',
);

// Most visits enter an item and leave; the result is drawn after it is sent.
export const EntryOutcome = lazyComponent(
  () => import('./entry-outcome.tsx').then((part) => part.EntryOutcome),
  <LoadingPlaceholder text="Loading result…" lines={10} />,
  'when drawn',
);
