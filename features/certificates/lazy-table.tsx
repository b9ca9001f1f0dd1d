'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

/** The table's code loads together with its rows and does not delay the page. */
export const CertificateTable = lazyComponent(
  () => import('./certificate-table.tsx').then((part) => part.CertificateTable),
  <Waiting sentence="Loading certificates…" lines={12} />,
);
