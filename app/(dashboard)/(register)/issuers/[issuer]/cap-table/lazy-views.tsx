'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const load = () => import('./table-views.tsx').then((part) => part.Views);

// The table's code comes while its rows are being read, not before the page can be seen.
if (typeof window !== 'undefined') void load();

export const Views = dynamic(load, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={12} />,
});
