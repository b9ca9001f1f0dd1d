'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const load = () => import('./comparison.tsx').then((part) => part.Comparison);

// The table's code comes while the holdings are being read, not before the page can be seen.
if (typeof window !== 'undefined') void load();

export const Comparison = dynamic(load, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={12} />,
});
