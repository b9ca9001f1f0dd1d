'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/browser/lazy-component';

/** The table's code is loaded in parallel with the page. */
export const UsersView = lazyComponent(
  () => import('./users-table.tsx').then((part) => part.UsersTable),
  <Waiting text="Loading users…" lines={8} />,
);
