'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#lib/api/query';
import { searchFrom } from '#lib/api/register-search';
import { formatShares } from '#lib/format/shares';
import { useSearchedRows } from '../data/queries/use-searched-rows.ts';
import { BoundField } from '../form/fields.tsx';
import { Combobox } from '../ui/input/combobox.tsx';
import { type TransactionRow, transactionItem } from './meetings.ts';
import type { ObjectPickerProps } from './proxy-picker.tsx';

const latest = 100;
const completed = 'Completed' as const;

const completedOf = (issuer: number | null) => ({
  customerIssuerId: issuer ?? 0,
  filterTransactionType: 'All' as const,
  transactionStatus: completed,
  orderBy: 'Descending' as const,
  sortBy: 'EffectiveDate' as const,
  start: 0,
  numberOfRows: latest,
});

/**
 * One completed transaction of the issuer: the latest are offered at once, others load when a search begins. Of an
 * issuer with too many to load, the registry finds them by number, where it can. The registry's number can also be typed.
 */
export function TransactionPicker({ name, label, hint, issuer, value, onChange }: ObjectPickerProps) {
  const searching = issuer !== null && value.trim().length >= searchFrom;
  const recent = useQuery({
    ...query('GetTAStatusTransactions', completedOf(issuer)),
    enabled: issuer !== null,
  });
  const { read, isSearched, found, searchError, isSearching, foundBy } = useSearchedRows(
    'GetTAStatusTransactions',
    completedOf(issuer),
    { issuer, typed: value, isOn: searching },
  );
  const items = useMemo(() => {
    const pages = read.pages.length > 0 ? read.pages : recent.data ? [recent.data] : [];
    const rows = [
      ...pages.flatMap((page) => page.transactions),
      ...(found?.transactions.filter(({ status }) => status === completed) ?? []),
    ].map((row) => transactionItem(row as TransactionRow));
    return [...new Map(rows.map((item) => [item.id, item])).values()];
  }, [read.pages, recent.data, found]);
  const chosen = items.find((item) => item.id === value.trim());
  const error = searchError ?? read.error ?? recent.error;
  const reading = searching && (isSearched ? isSearching : !read.complete) && !error;
  const searched = isSearched
    ? 'Earlier transactions are found by their full number.'
    : reading &&
      read.total !== null &&
      `Searched ${formatShares(read.received)} of ${formatShares(read.total)} transactions.`;
  return (
    <BoundField
      name={name}
      label={label}
      hint={chosen ? `${chosen.label} (${chosen.note})` : searched || hint}
      required
    >
      <Combobox
        label={label}
        text={value}
        onQuery={onChange}
        items={items}
        foundBy={foundBy}
        value={chosen?.id}
        onSelect={(item) => onChange(item.id)}
        placeholder="Number, name or date"
        empty={
          issuer === null
            ? 'Choose the issuer first.'
            : (error?.message ??
              (reading || recent.isFetching ? 'Searching…' : 'No completed transaction matches.'))
        }
      />
    </BoundField>
  );
}
