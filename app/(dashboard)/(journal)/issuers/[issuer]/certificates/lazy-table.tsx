'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../../waiting.tsx';

/** The table's code comes while its rows are being read, not before the page can be seen. */
export const CertificateTable = later(
  () => import('./certificate-table.tsx').then((part) => part.CertificateTable),
  <Waiting sentence="The table is being loaded." lines={12} />,
);
