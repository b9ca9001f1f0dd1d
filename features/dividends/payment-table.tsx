'use client';

import { useMemo, useState } from 'react';
import { CheckList } from '#components/register/check-list';
import { FilterChips } from '#components/register/filter-chips';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Stat, StatRow } from '#components/ui/figures';
import { EmptyState } from '#components/ui/states';
import type { ResponseFor } from '#lib/contract/index';
import { formatMoney } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import type { Dividend } from '#lib/register/dividends';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { FundingSection } from './funding-section.tsx';
import { type Payment, paymentChecks, paymentOf, statesOf, totalOf } from './payments.ts';
import { PlanSection } from './plan-section.tsx';

type Props = {
  issuer: number;
  dividend: Dividend;
  asof: string | null;
  today: string;
  isPaid: boolean;
  pages: readonly ResponseFor<'GetDividendPayments'>[];
  complete: boolean;
};

const amount = (value: string | null) => (value === null ? '–' : formatMoney(value));

function paymentColumns(
  issuer: number,
  asof: string | null,
  { isStock }: Dividend,
  isPaid: boolean,
): readonly Column<Payment>[] {
  const total = (read: (row: Payment) => string | null) => (rows: readonly Payment[]) =>
    amount(totalOf(rows.map(read)));
  const money = (id: string, title: string, read: (row: Payment) => string | null, help?: string) =>
    columns.money<Payment>(id, title, read, { total: total(read), help });
  return [
    columns.link<Payment>(
      'holder',
      'Holder',
      (row) => row.holder || row.account,
      (row) => (row.account ? routes.holder(issuer, row.account, { asof }) : null),
      { widthPx: 260, total: (rows) => `${formatShares(rows.length)} in total` },
    ),
    columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
    columns.shares('shares', 'Shares', (row) => row.shares, {
      help: 'Shares on the record date.',
      total: (rows) => quantity(sum(rows.map((row) => row.shares))),
    }),
    ...(isStock && isPaid
      ? [
          columns.shares<Payment>('new', 'New shares', (row) => row.newShares, {
            total: (rows) => quantity(sum(rows.map((row) => row.newShares))),
          }),
          columns.text<Payment>('fraction', 'Fraction', (row) => row.fraction, {
            widthPx: 92,
            help: 'Fraction of a share that was settled by the fractional rule.',
          }),
          columns.text<Payment>('certificate', 'Certificate', (row) => row.certificate, { widthPx: 112 }),
        ]
      : []),
    money('gross', isStock ? 'Cash for fraction' : 'Gross', (row) => row.gross),
    ...(isPaid
      ? [
          money('withheld', 'Withheld', (row) => row.withheld),
          columns.text<Payment>('code', 'Withholding', (row) => row.withholdingCode, {
            widthPx: 112,
            help: 'Code of the reason for withholding tax.',
          }),
          money('net', 'Net', (row) => row.net),
        ]
      : []),
    columns.text('method', 'Method', (row) => row.method, { widthPx: 84 }),
    ...(isPaid
      ? [columns.text<Payment>('reference', 'Reference', (row) => row.reference, { widthPx: 150 })]
      : []),
    columns.text('state', 'State', (row) => row.state, { widthPx: 104 }),
  ];
}

/** Sums, the list, and the proof of the payments to the dividend's own figures once all are loaded. */
export function PaymentTable({ issuer, dividend, asof, today, isPaid, pages, complete }: Props) {
  const [state, setState] = useState<string | null>(null);
  const all = useMemo(() => pages.flatMap((page) => page.payments).map(paymentOf), [pages]);
  const rows = useMemo(() => (state === null ? all : all.filter((row) => row.state === state)), [all, state]);
  const shown = useMemo(
    () => paymentColumns(issuer, asof, dividend, isPaid),
    [issuer, asof, dividend, isPaid],
  );
  const states = statesOf(all);
  const plan = pages[0]?.plan;
  const total = (read: (row: Payment) => string | null) => amount(totalOf(all.map(read)));
  return (
    <>
      {complete && isPaid && all.length > 0 && (
        <div className="mb-4">
          <StatRow>
            <Stat label="Payments" value={formatShares(all.length)} />
            {dividend.isStock && (
              <Stat label="New shares" value={quantity(sum(all.map((row) => row.newShares)))} />
            )}
            <Stat
              label={dividend.isStock ? 'Cash for fractions' : 'Gross'}
              value={total((row) => row.gross)}
            />
            <Stat label="Tax withheld" value={total((row) => row.withheld)} />
            <Stat label="Net" value={total((row) => row.net)} />
          </StatRow>
        </div>
      )}
      {complete && isPaid && !dividend.isStock && all.length > 0 && (
        <FundingSection {...{ dividend, today }} payments={all} />
      )}
      {plan ? (
        <PlanSection {...{ issuer, asof, plan }} />
      ) : (
        all.some(({ method }) => method === 'Reinvest') &&
        isPaid && (
          <p className="mb-4 text-sm text-muted">
            The registry does not say which shares the reinvested dollars bought.
          </p>
        )
      )}
      {states.length > 1 && (
        <div className="my-3">
          <FilterChips
            label="State of the payment"
            current={state}
            onChoose={setState}
            chips={[
              { value: null, label: 'All', count: all.length },
              ...states.map((one) => ({ value: one.state, label: one.state || '–', count: one.count })),
            ]}
          />
        </div>
      )}
      <DataTable
        id={dividend.isStock ? 'dividend-payments-stock' : 'dividend-payments'}
        label="Payments"
        columns={shown}
        rows={rows}
        rowId={(row) => row.id}
        noun={['payment', 'payments']}
        arriving={!complete}
        height="panel"
        fileName={`payments_${issuer}_${dividend.id ?? 'dividend'}.csv`}
        about={[
          ['Dividend', `${dividend.type}, ${dividend.className}`],
          ['Record date', dividend.record],
          ['Payments', isPaid ? 'Paid' : 'Expected'],
          ...(state === null ? [] : [['State', state] as const]),
        ]}
        empty={
          <EmptyState title="No payments">
            {all.length === 0
              ? 'No account held shares of this class on the record date.'
              : 'No payment has this state. Select another one.'}
          </EmptyState>
        }
      />
      {complete && isPaid && (
        <CheckList title="Payments and the dividend" checks={paymentChecks(all, dividend)} />
      )}
    </>
  );
}
