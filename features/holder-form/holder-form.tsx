'use client';

import { FormPlaceholder } from '#components/data/form-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

// The form reads saved values from the browser, so it renders only there.
export const HolderForm = lazyComponent(
  () => import('./holder-view.tsx').then((part) => part.HolderForm),
  <FormPlaceholder />,
  'when drawn',
);
