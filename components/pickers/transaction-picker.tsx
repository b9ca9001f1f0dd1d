'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#lib/api/query';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatShares } from '#lib/format/shares';
import { BoundField } from '../form/fields.tsx';
import { Combobox } from '../ui/input/combobox.tsx';
import { type TransactionRow, transactionItem } from './meetings.ts';
import type { ObjectPickerProps } from './proxy-picker.tsx';

const latest = 100;
const searchFrom = 2;

const completedOf = (issuer: number | null) => ({
  customerIssuerId: issuer ?? 0,
  filterTransactionType: 'All' as const,
  transactionStatus: 'Completed' as const,
  orderBy: 'Descending' as const,
  sortBy: 'EffectiveDate' as const,
  start: 0,
  numberOfRows: latest,
});

/**
 * One completed transaction of the issuer: the latest are offered at once, others load when a search begins.
 * The registry's number can also be typed.
 */
export function TransactionPicker({ name, label, hint, issuer, value, onChange }: ObjectPickerProps) {
  const searching = issuer !== null && value.trim().length >= searchFrom;
  const recent = useQuery({
    ...query('GetTAStatusTransactions', completedOf(issuer)),
    enabled: issuer !== null,
  });
  const read = useAllRows('GetTAStatusTransactions', completedOf(issuer), searching);
  const items = useMemo(() => {
    const pages = read.pages.length > 0 ? read.pages : recent.data ? [recent.data] : [];
    return pages.flatMap((page) => page.transactions.map((row) => transactionItem(row as TransactionRow)));
  }, [read.pages, recent.data]);
  const chosen = items.find((item) => item.id === value.trim());
  const reading = searching && !read.complete && !read.error;
  const searchedText = `Searched ${formatShares(read.received)} of ${formatShares(read.total ?? 0)} transactions.`;
  const error = read.error ?? recent.error;
  return (
    <BoundField
      name={name}
      label={label}
      hint={
        chosen ? `${chosen.label} (${chosen.note})` : reading && read.total !== null ? searchedText : hint
      }
      required
    >
      <Combobox
        label={label}
        text={value}
        onQuery={onChange}
        items={items}
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
