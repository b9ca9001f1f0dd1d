'use client';

import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/lazy-component';

const waiting = <Waiting sentence="Loading holder…" lines={8} />;

export const CertificatesTab = lazyComponent(
  () => import('./certificates-tab.tsx').then((part) => part.CertificatesTab),
  waiting,
  'when drawn',
);

export const MovementsTab = lazyComponent(
  () => import('./movements-tab.tsx').then((part) => part.MovementsTab),
  waiting,
  'when drawn',
);

/** Loaded on demand: few users ask for a full number. */
export const RevealTaxId = lazyComponent(
  () => import('./reveal-tax-id.tsx').then((part) => part.RevealTaxId),
  null,
  'when drawn',
);
