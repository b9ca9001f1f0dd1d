'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Waiting } from '../../../../waiting.tsx';

/** The table's code loads together with its rows and does not delay the page. */
export const CertificateTable = lazyComponent(
  () => import('./certificate-table.tsx').then((part) => part.CertificateTable),
  <Waiting sentence="The table is being loaded." lines={12} />,
);
