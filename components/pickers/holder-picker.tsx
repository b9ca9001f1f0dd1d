'use client';

import { useMemo } from 'react';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatShares } from '#lib/format/shares';
import { BoundField } from '../form/fields.tsx';
import { Combobox } from '../ui/input/combobox.tsx';
import { type HolderRow, holderItems } from './holders.ts';

type Props = {
  name: string;
  label: string;
  hint: string;
  issuer: number | null;
  /** The typed text: the start of a search, or an account number, unchanged. */
  value: string;
  onChange: (value: string) => void;
};

const searchFrom = 2;

/**
 * One account, found by name or number. The issuer's holdings load page by page from the second letter on, and
 * rows loaded so far are searched meanwhile; the number of a closed account can be typed.
 */
export function HolderPicker({ name, label, hint, issuer, value, onChange }: Props) {
  const searching = issuer !== null && value.trim().length >= searchFrom;
  const read = useAllRows('GetShareholderCapTable', { CustomerIssuerId: issuer ?? 0 }, searching);
  const items = useMemo(
    () => holderItems(read.pages.flatMap((page) => page.shareholders as readonly HolderRow[])),
    [read.pages],
  );
  const chosen = items.find((item) => item.id === value.trim());
  const progress = searching && !read.complete && !read.error;
  const searchedText = `Searched ${formatShares(read.received)} of ${formatShares(read.total ?? 0)} holdings.`;
  return (
    <BoundField
      name={name}
      label={label}
      hint={chosen ? chosen.label : progress && read.total !== null ? searchedText : hint}
    >
      <Combobox
        label={label}
        text={value}
        onQuery={onChange}
        items={searching ? items : []}
        value={chosen?.id}
        onSelect={(item) => onChange(item.id)}
        placeholder="Name or account number"
        empty={emptyText(issuer, searching, progress, read.error?.message)}
      />
    </BoundField>
  );
}

function emptyText(issuer: number | null, searching: boolean, progress: boolean, error?: string): string {
  if (issuer === null) return 'Choose the issuer first.';
  if (!searching) return 'Type two letters of the name, or the account number.';
  if (error) return `${error} You can still enter the account number.`;
  return progress ? 'Searching…' : 'No current holder matches. You can enter the number of a closed account.';
}
