'use client';

import { use } from 'react';
import { IssuerSwitcher } from '../shell/issuer-switcher.tsx';
import { useToast } from '../ui/overlay/toast.tsx';

export type Listed = { customerIssuerId: number; name: string; status: string };

type Props = {
  issuers: Promise<readonly Listed[]>;
  current: number | null;
  onSelect: (id: string) => void;
};

const preservedParams = ['asof', 'view'];

/** True when the address has filters or a sort: these are dropped with a change of issuer. */
const hasRowFilters = () =>
  [...new URLSearchParams(window.location.search).keys()].some((name) => !preservedParams.includes(name));

/** The current issuer and a menu of the others; empty while the registry does not list them. */
export function IssuerChoice({ issuers, current, onSelect }: Props) {
  const notify = useToast();
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
      onSelect={(item) => {
        if (hasRowFilters()) notify({ text: 'Filters and sorting of the previous issuer were cleared.' });
        onSelect(item.id);
      }}
    />
  );
}
