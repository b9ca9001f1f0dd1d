'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

/** The table's code is loaded in parallel with the page. */
export const UsersView = lazyComponent(
  () => import('./users-table.tsx').then((part) => part.UsersTable),
  <LoadingPlaceholder text="Loading users…" lines={8} />,
);
