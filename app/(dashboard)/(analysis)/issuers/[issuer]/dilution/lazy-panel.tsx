'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** Table and chart come while the holdings are being read, not before the page can be seen. */
export const ListedDilution = later(
  () => import('./dilution-panel.tsx').then((part) => part.ListedDilution),
  <Waiting sentence="The table is being loaded." lines={12} />,
);

/** The same over the largest lines alone. */
export const DilutionPanel = later(
  () => import('./dilution-panel.tsx').then((part) => part.DilutionPanel),
  <Waiting sentence="The table is being loaded." lines={12} />,
  'when drawn',
);
