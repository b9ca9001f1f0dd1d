// Reads the payments of a dividend, adds them up and checks them.

import type { ResponseFor } from '#lib/contract/index';
import { parseDecimal } from '#lib/format/decimal';
import { exact } from '#lib/format/exact-shares';
import { formatMoney } from '#lib/format/money';
import { textOf } from '#lib/format/text-of';
import { sum } from '#lib/register/bigint-math';
import { type Check, mustEqual } from '#lib/register/checks';
import type { Dividend } from '#lib/register/dividends';
import { addMoney } from './paid.ts';

type Row = ResponseFor<'GetDividendPayments'>['payments'][number];

/** The payment of one account. Money is exact decimal text, null where the registry sent none. */
export type Payment = {
  id: string;
  account: string;
  holder: string;
  shares: bigint | null;
  gross: string | null;
  withholdingCode: string;
  withheld: string | null;
  net: string | null;
  method: string;
  reference: string;
  state: string;
  newShares: bigint | null;
  /** '1/20' of a share; '' without a fraction. */
  fraction: string;
  certificate: string;
};

export const paymentsInput = (issuer: number, dividend: number) => ({
  customerIssuerId: issuer,
  dividendId: dividend,
});

const money = (value: unknown) => (parseDecimal(textOf(value)) ? textOf(value) : null);

export function paymentOf(row: Row): Payment {
  const [over, under] = [exact(row.fractionNumerator), exact(row.fractionDenominator)];
  return {
    id: textOf(row.systemShareholderId) || textOf(row.customerShareholderId),
    account: textOf(row.customerShareholderId),
    holder: textOf(row.shareholderName),
    shares: exact(row.shares),
    gross: money(row.gross),
    withholdingCode: textOf(row.withholdingCode),
    withheld: money(row.withheld),
    net: money(row.net),
    method: textOf(row.method),
    reference: textOf(row.reference),
    state: textOf(row.state),
    newShares: exact(row.newShares),
    fraction: over && under ? `${over}/${under}` : '',
    certificate: textOf(row.prefixAndCertificateNumber),
  };
}

/** Exact sum of amounts; null as soon as one is missing. */
export function totalOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((one) => one !== null);
  return known.length === amounts.length ? addMoney(known) : null;
}

/** The states in use with the number of payments, most frequent first. */
export function statesOf(payments: readonly Payment[]): { state: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { state } of payments) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts]
    .map(([state, count]) => ({ state, count }))
    .sort((a, b) => b.count - a.count || a.state.localeCompare(b.state, 'en'));
}

function mustPay(id: string, about: string, left: string | null, right: string | null): Check {
  const shown = (value: string | null) => (value === null ? 'missing' : formatMoney(value));
  const sides = { id, text: about, left: shown(left), right: shown(right) };
  if (left === null || right === null)
    return { ...sides, result: 'cannot be checked', reason: 'The registry did not send one of the figures.' };
  return addMoney([left]) === addMoney([right])
    ? { ...sides, result: 'holds' }
    : { ...sides, result: 'differs' };
}

/** All payments of a dividend against its own figures. */
export function paymentChecks(payments: readonly Payment[], dividend: Dividend): Check[] {
  const { outstanding, amount, isStock } = dividend;
  const gross = totalOf(payments.map((one) => one.gross));
  const parts = payments.flatMap((one) => [one.withheld, one.net]);
  return [
    mustEqual(
      'shares',
      'Shares of the payments equal the shares of the dividend',
      sum(payments.map((one) => one.shares)),
      outstanding,
    ),
    isStock
      ? mustEqual(
          'new',
          'Whole shares issued equal the shares issued by the dividend',
          sum(payments.map((one) => one.newShares)),
          exact(amount),
        )
      : mustPay('gross', 'Gross payments equal the amount of the dividend', gross, amount),
    mustPay('net', 'Net payments and tax withheld equal the gross payments', totalOf(parts), gross),
  ];
}
