'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

const waiting = <Waiting sentence="Loading holders…" lines={12} />;

/** The table's code loads together with its rows and does not delay the page. */
export const HolderTable = lazyComponent(
  () => import('./holder-table.tsx').then((part) => part.HolderTable),
  waiting,
);

export const RegistrationTable = lazyComponent(
  () => import('./registration-table.tsx').then((part) => part.RegistrationTable),
  waiting,
  'when drawn',
);
