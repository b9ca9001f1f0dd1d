'use client';

import { use } from 'react';
import { IssuerSwitcher } from '@/components/shell/issuer-switcher';

export type Listed = { customerIssuerId: number; name: string; status: string };

type Props = {
  issuers: Promise<readonly Listed[]>;
  current: number | null;
  onSelect: (id: string) => void;
};

/** The issuer in view and the way to another; empty while the registry does not say which there are. */
export function IssuerChoice({ issuers, current, onSelect }: Props) {
  const items = use(issuers).map((issuer) => ({
    id: `${issuer.customerIssuerId}`,
    label: issuer.name,
    note: issuer.status && issuer.status !== 'Active' ? issuer.status : `${issuer.customerIssuerId}`,
  }));
  if (items.length === 0) return null;
  return (
    <IssuerSwitcher
      issuers={items}
      current={items.find((item) => item.id === `${current}`)}
      onSelect={(item) => onSelect(item.id)}
    />
  );
}
