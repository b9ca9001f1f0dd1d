'use client';

import { useMemo } from 'react';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import type { Restriction } from '#lib/api/register-queries';
import type { Balance } from '#lib/register/capacity';
import { availableToIssueText } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';
import { type BalanceRow, balanceRows } from './balances.ts';

type Props = {
  issuer: number;
  name: string;
  day: string;
  restriction: Restriction;
  balances: readonly Balance[];
};

const unlimited = 'Unlimited';

type Extra = { help?: string; widthPx?: number; card?: 'figure'; cell?: (row: BalanceRow) => string };

const amount = (
  id: string,
  header: string,
  value: (row: BalanceRow) => bigint | null | typeof unlimited,
  { cell, ...options }: Extra = {},
) =>
  columns.shares<BalanceRow>(id, header, value, {
    ...options,
    cell: (row) => {
      const size = value(row);
      return cell?.(row) ?? (size === unlimited ? size : quantity(size, row.capacity.dollars));
    },
    // Text "Unlimited" in files too: a blank or a 0 would be read as none.
    sheet: (row) => (value(row) === unlimited ? 'text' : 'shares'),
  });

/** No total: shares of different classes are never added up. */
const balanceColumns: readonly Column<BalanceRow>[] = [
  columns.text<BalanceRow>('class', 'Class', (row) => row.className, { widthPx: 184 }),
  amount('authorized', 'Authorized', ({ capacity }) =>
    capacity.unlimited ? unlimited : capacity.authorized,
  ),
  amount('issued', 'Issued', (row) => row.capacity.issued),
  amount('treasury', 'Treasury', (row) => row.treasury, {
    help: 'Issued less outstanding. Not available with a filter.',
  }),
  amount('outstanding', 'Outstanding', (row) => row.capacity.outstanding, { card: 'figure' }),
  amount('reserved', 'Reserved', (row) => row.capacity.reserved),
  amount('left', 'Available to issue', (row) => (row.capacity.unlimited ? unlimited : row.left), {
    help: 'Authorized less issued less reserved.',
    widthPx: 136,
    card: 'figure',
    cell: (row) => availableToIssueText(row.capacity),
  }),
  amount('restricted', 'Restricted', (row) => row.restricted),
  amount('unrestricted', 'Unrestricted', (row) => row.unrestricted),
  columns.shares<BalanceRow>('holders', 'Holders', (row) => row.holders, { widthPx: 80 }),
  columns.text<BalanceRow>('description', 'Description', (row) => row.description, {
    widthPx: 280,
    hidden: true,
  }),
];

const labels: Record<Restriction, string> = {
  All: 'All shares',
  Restricted: 'Restricted only',
  NonRestricted: 'Unrestricted only',
};

/** Every class with its numbers. */
export function BalanceTable({ issuer, name, day, restriction, balances }: Props) {
  const rows = useMemo(() => balanceRows(balances, restriction), [balances, restriction]);
  return (
    <DataTable
      id="balances"
      label="Balances by class"
      columns={balanceColumns}
      rows={rows}
      rowId={(row) => row.id}
      noun={['class', 'classes']}
      height="panel"
      fileName={`balances_${issuer}_${day}`}
      about={[
        ['Balances of', `${name} (${issuer})`],
        ['As of', day],
        ['Counted', labels[restriction]],
      ]}
    />
  );
}
