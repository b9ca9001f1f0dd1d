'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** Table and chart load together with the holdings and do not delay the page. */
export const ListedDilution = lazyComponent(
  () => import('./dilution-panel.tsx').then((part) => part.ListedDilution),
  <Waiting sentence="Loading dilution…" lines={12} />,
);

/** The same for the largest lines only. */
export const DilutionPanel = lazyComponent(
  () => import('./dilution-panel.tsx').then((part) => part.DilutionPanel),
  <Waiting sentence="Loading dilution…" lines={12} />,
  'when drawn',
);
