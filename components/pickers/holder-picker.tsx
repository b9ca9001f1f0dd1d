'use client';

import { useMemo } from 'react';
import { searchFrom } from '#lib/api/register-search';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatShares } from '#lib/format/shares';
import { listedMax } from '#lib/register/account-limit';
import { useAgentOperations } from '../data/agent-operations.tsx';
import { BoundField } from '../form/fields.tsx';
import { Combobox } from '../ui/input/combobox.tsx';
import { foundItems, type HolderRow, holderItems } from './holders.ts';
import { useRegisterSearch } from './use-register-search.ts';

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
  const canSearch = useAgentOperations().has('SearchRegister');
  const read = useAllRows(
    'GetShareholderCapTable',
    { CustomerIssuerId: issuer ?? 0 },
    searching,
    canSearch ? listedMax : Number.POSITIVE_INFINITY,
  );
  const isSearched = searching && read.tooLong;
  const search = useRegisterSearch(issuer, value, isSearched);
  const items = useMemo(
    () =>
      isSearched
        ? foundItems(search.found?.holders ?? [])
        : holderItems(read.pages.flatMap((page) => page.shareholders as readonly HolderRow[])),
    [isSearched, search.found, read.pages],
  );
  const chosen = items.find((item) => item.id === value.trim());
  const error = search.error ?? read.error;
  const progress = searching && (isSearched ? search.isWaiting : !read.complete) && !error;
  const found = isSearched
    ? search.found?.hasMoreHolders && 'More accounts match. Type more of the name.'
    : progress &&
      read.total !== null &&
      `Searched ${formatShares(read.received)} of ${formatShares(read.total)} holdings.`;
  return (
    <BoundField name={name} label={label} hint={chosen ? chosen.label : found || hint}>
      <Combobox
        label={label}
        text={value}
        onQuery={onChange}
        items={searching ? items : []}
        filter={isSearched ? anyItem : undefined}
        foundBy={search.foundBy}
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
