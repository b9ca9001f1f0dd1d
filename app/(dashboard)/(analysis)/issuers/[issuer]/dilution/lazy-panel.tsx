'use client';

import dynamic from 'next/dynamic';
import { Waiting } from '../../../../waiting.tsx';

const load = () => import('./dilution-panel.tsx').then((part) => part.DilutionPanel);

// Table and chart come while the holdings are being read, not before the page can be seen.
if (typeof window !== 'undefined') void load();

export const DilutionPanel = dynamic(load, {
  ssr: false,
  loading: () => <Waiting sentence="The table is being loaded." lines={12} />,
});
