'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** The table's code loads together with its rows and does not delay the page. */
export const CertificateTable = later(
  () => import('./certificate-table.tsx').then((part) => part.CertificateTable),
  <Waiting sentence="The table is being loaded." lines={12} />,
);
