import type { CalendarDate } from '#lib/format/dates';
import { centsOf } from '#lib/format/money';
import { type CheckDates, checkDates, noticeFromCents } from '#lib/register/check-ages';
import { paymentWays } from '#lib/register/dividends';
import { addMoney } from './paid.ts';
import { type Payment, totalOf } from './payments.ts';

/** One use of the dollars of a dividend; `amount` is exact decimal text, null where a payment has no figure. */
export type FundingLine = { name: string; payments: number; amount: string | null };

const isZero = (amount: string | null) => amount !== null && addMoney([amount]) === '0.00';

/** What a cash dividend was used for: net payments by way of payment, and tax withheld. */
export function fundingLines(payments: readonly Payment[]): FundingLine[] {
  const known = new Map(paymentWays);
  const methods = [...new Set([...known.keys(), ...payments.map(({ method }) => method)])];
  const lines = methods.map((method): FundingLine => {
    const own = payments.filter((one) => one.method === method);
    return {
      name: known.get(method) ?? (method || 'Way of payment not given'),
      payments: own.length,
      amount: totalOf(own.map(({ net }) => net)),
    };
  });
  const taxed = payments.filter(({ withheld }) => !isZero(withheld));
  const tax = {
    name: 'Tax withheld',
    payments: taxed.length,
    amount: totalOf(taxed.map(({ withheld }) => withheld)),
  };
  return [...lines, tax].filter(({ payments: count }) => count > 0);
}

/** What the issuer sends if it keeps the dollars that the plan reinvests; null where none are, or a figure is missing. */
export function withoutReinvested(payments: readonly Payment[]): string | null {
  const isReinvested = ({ method }: Payment) => method === 'Reinvest';
  if (!payments.some(isReinvested)) return null;
  const parts = payments.map((one) => (isReinvested(one) ? one.withheld : one.gross));
  return totalOf(parts);
}

export type OutstandingChecks = CheckDates & {
  count: number;
  amount: string | null;
  /** Checks of $25 and more: their payees get a notice. */
  toNotify: number;
};

/** Checks of a dividend that were not cashed; null where there are none. */
export function outstandingChecks(
  payments: readonly Payment[],
  paidOn: CalendarDate,
  today: CalendarDate,
): OutstandingChecks | null {
  const open = payments.filter(({ method, state }) => method === 'Check' && state === 'Outstanding');
  if (open.length === 0) return null;
  return {
    count: open.length,
    amount: totalOf(open.map(({ net }) => net)),
    toNotify: open.filter(({ net }) => (centsOf(net) ?? 0n) >= noticeFromCents).length,
    ...checkDates(paidOn, today),
  };
}
