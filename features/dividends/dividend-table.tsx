'use client';

import { useMemo } from 'react';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { formatDate } from '#lib/format/dates';
import type { Dividend } from '#lib/register/dividends';
import { routes } from '#lib/routes';
import type { DividendsProps } from './types.ts';

/** Latest first. Dollars paid and shares given have separate columns, as they cannot be added up. */
function dividendColumns(
  issuer: number,
  asof: string | null,
  { cash, stock }: { cash: boolean; stock: boolean },
): readonly Column<Dividend>[] {
  return [
    columns.date<Dividend>('payable', 'Payable', (row) => row.payable),
    columns.link<Dividend>(
      'type',
      'Dividend',
      (row) => row.type,
      (row) => (row.id === null ? null : routes.dividend(issuer, row.id, { asof })),
      { widthPx: 120 },
    ),
    columns.text<Dividend>('class', 'Class', (row) => row.className, { widthPx: 210 }),
    columns.date<Dividend>('record', 'Record date', (row) => row.record, { widthPx: 108 }),
    ...(cash
      ? [
          columns.money<Dividend>('rate', 'Per share', (row) => row.perShare, {
            perShare: true,
            widthPx: 96,
          }),
        ]
      : []),
    ...(stock ? [columns.text<Dividend>('ratio', 'Ratio', (row) => row.ratio, { widthPx: 80 })] : []),
    columns.shares<Dividend>('outstanding', 'Outstanding', (row) => row.outstanding, {
      help: 'Shares at the record date, as recorded with the dividend.',
    }),
    ...(cash
      ? [
          columns.money<Dividend>('amount', 'Cash', (row) => (row.isStock ? null : row.amount), {
            widthPx: 148,
          }),
        ]
      : []),
    ...(stock
      ? [columns.shares<Dividend>('given', 'Shares issued', (row) => (row.isStock ? row.amount : undefined))]
      : []),
    columns.text<Dividend>('fractions', 'Fractions', (row) => row.fractions, { widthPx: 124 }),
  ];
}

/** Dividends whose payable date has passed. */
export function DividendTable({
  dividends,
  issuer,
  name,
  asof,
  today,
}: DividendsProps & { dividends: readonly Dividend[] }) {
  const stock = dividends.some((one) => one.isStock);
  const cash = dividends.some((one) => !one.isStock);
  const kit = useMemo(() => dividendColumns(issuer, asof, { cash, stock }), [issuer, asof, cash, stock]);
  return (
    <DataTable
      id="dividends"
      label="Past dividends"
      columns={kit}
      rows={dividends}
      rowId={(row) => row.key}
      noun={['dividend', 'dividends']}
      height="panel"
      fileName={`dividends_${issuer}_${today}`}
      about={[
        ['Dividends of', `${name} (${issuer})`],
        ['Payable before', formatDate(today)],
      ]}
    />
  );
}
