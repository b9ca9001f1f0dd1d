import type { DividendPayment } from '#registry/queries/reports/dividend-details';
import type { Cell, Column } from '#registry/render/document';
import { certificateName, registration } from '../parts/display-text.ts';
import { money, shareCell, shares, text } from '../parts/report/columns.ts';

/** Sums of a group of payments; money in cents. */
export type PaymentSums = {
  accounts: bigint;
  shares: bigint;
  newShares: bigint;
  gross: bigint;
  withheld: bigint;
  net: bigint;
};

export const noPayments: PaymentSums = {
  accounts: 0n,
  shares: 0n,
  newShares: 0n,
  gross: 0n,
  withheld: 0n,
  net: 0n,
};

const held = [text('Account', 11), text('Registration', 34), shares('Shares at record', 13)];

export function dividendColumns(isStock: boolean): Column[] {
  if (isStock) {
    return [
      ...held,
      shares('New shares', 11),
      text('Fraction', 9),
      money('Cash in lieu', 11),
      text('Certificate', 12),
      text('State', 10),
    ];
  }
  return [
    ...held,
    money('Gross', 14),
    text('Withholding', 10),
    money('Withheld', 12),
    money('Net', 14),
    text('Method', 9),
    text('Check no.', 9),
    text('State', 11),
  ];
}

/** Withholding rates at the time of payment: BWH without a certified tax id, NRA abroad. */
const rates: Record<string, string> = { BWH: '24%', NRA: '30%' };

export function dividendCells(
  row: DividendPayment,
  isStock: boolean,
  ofClass: { isDollar: boolean },
): Cell[] {
  const first = [row.customer_id, registration(row), shareCell(ofClass, row.shares)];
  if (isStock) {
    const fraction =
      row.fraction_numerator === 0n ? '' : `${row.fraction_numerator}/${row.fraction_denominator}`;
    return [
      ...first,
      row.new_shares,
      fraction,
      row.gross,
      row.prefix !== null && row.number !== null ? certificateName(row.prefix, row.number) : '',
      row.state,
    ];
  }
  return [
    ...first,
    row.gross,
    row.withholding_code && `${row.withholding_code} ${rates[row.withholding_code] ?? ''}`.trim(),
    row.withheld,
    row.net,
    row.method,
    row.reference,
    row.state,
  ];
}
