'use client';

import { useMemo } from 'react';
import { searchFrom } from '#lib/api/register-search';
import { formatShares } from '#lib/format/shares';
import { useSearchedRows } from '../data/queries/use-searched-rows.ts';
import { BoundField } from '../form/fields.tsx';
import { Combobox } from '../ui/input/combobox.tsx';
import { foundItems, type HolderRow, holderItems } from './holders.ts';

type Props = {
  name: string;
  label: string;
  hint: string;
  issuer: number | null;
  /** The typed text: the start of a search, or an account number, unchanged. */
  value: string;
  onChange: (value: string) => void;
};

/**
 * One account, found by name or number. The issuer's holdings load page by page from the second letter on, and
 * rows loaded so far are searched meanwhile. Of an issuer with too many holdings to load, the registry searches, where
 * it can. The number of a closed account can be typed.
 */
export function HolderPicker({ name, label, hint, issuer, value, onChange }: Props) {
  const searching = issuer !== null && value.trim().length >= searchFrom;
  const { read, isSearched, found, searchError, isSearching, foundBy } = useSearchedRows(
    'GetShareholderCapTable',
    { CustomerIssuerId: issuer ?? 0 },
    { issuer, typed: value, isOn: searching },
  );
  const items = useMemo(
    () =>
      isSearched
        ? foundItems(found?.holders ?? [])
        : holderItems(read.pages.flatMap((page) => page.shareholders as readonly HolderRow[])),
    [isSearched, found, read.pages],
  );
  const chosen = items.find((item) => item.id === value.trim());
  const error = searchError ?? read.error;
  const progress = searching && (isSearched ? isSearching : !read.complete) && !error;
  const searched = isSearched
    ? found?.hasMoreHolders && 'More accounts match. Type more of the name.'
    : progress &&
      read.total !== null &&
      `Searched ${formatShares(read.received)} of ${formatShares(read.total)} holdings.`;
  return (
    <BoundField name={name} label={label} hint={chosen ? chosen.label : searched || hint}>
      <Combobox
        label={label}
        text={value}
        onQuery={onChange}
        items={searching ? items : []}
        filter={isSearched ? anyItem : undefined}
        foundBy={foundBy}
        value={chosen?.id}
        onSelect={(item) => onChange(item.id)}
        placeholder="Name or account number"
        empty={emptyText(issuer, searching, progress, error?.message)}
      />
    </BoundField>
  );
}

/** The registry has chosen them: by words of a name that a label may not show. */
const anyItem = () => true;

function emptyText(issuer: number | null, searching: boolean, progress: boolean, error?: string): string {
  if (issuer === null) return 'Choose the issuer first.';
  if (!searching) return 'Type two letters of the name, or the account number.';
  if (error) return `${error} You can still enter the account number.`;
  return progress ? 'Searching…' : 'No current holder matches. You can enter the number of a closed account.';
}
