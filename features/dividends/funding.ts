import { addDays, addMonths, type CalendarDate, daysBetween } from '#lib/format/dates';
import { centsOf } from '#lib/format/money';
import { addMoney } from './paid.ts';
import { type Payment, totalOf } from './payments.ts';

/** One use of the dollars of a dividend; `amount` is exact decimal text, null where a payment has no figure. */
export type FundingLine = { name: string; payments: number; amount: string | null };

/** Ways of payment in the order in which they are listed, with their names on screen. */
const ways: readonly (readonly [string, string])[] = [
  ['Wire', 'Paid by wire'],
  ['ACH', 'Paid by ACH'],
  ['Check', 'Paid by check'],
  ['Held', 'Held, bad address'],
  ['Reinvest', 'Reinvested by the plan'],
];

const isZero = (amount: string | null) => amount !== null && addMoney([amount]) === '0.00';

/** What a cash dividend was used for: net payments by way of payment, and tax withheld. */
export function fundingLines(payments: readonly Payment[]): FundingLine[] {
  const known = new Map(ways);
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

/**
 * Days that count for checks not yet cashed, from the day of payment. A payee is unresponsive at the next regular check
 * or after 180 days, whichever comes first, and gets a notice by day 210 (17 CFR 240.17Ad-17(c) allows seven months),
 * unless the check is under $25. A bank need not pay a check older than six months.
 */
const unresponsiveAfterDays = 180;
const noticeByDays = 210;
const staleAfterMonths = 6;
const noticeFromCents = 2_500n;

export type OutstandingChecks = {
  count: number;
  amount: string | null;
  daysOld: number;
  /** Checks of $25 and more: their payees get a notice. */
  toNotify: number;
  unresponsiveOn: CalendarDate;
  noticeBy: CalendarDate;
  staleFrom: CalendarDate;
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
    daysOld: Math.max(0, daysBetween(paidOn, today)),
    toNotify: open.filter(({ net }) => (centsOf(net) ?? 0n) >= noticeFromCents).length,
    unresponsiveOn: addDays(paidOn, unresponsiveAfterDays),
    noticeBy: addDays(paidOn, noticeByDays),
    staleFrom: addMonths(paidOn, staleAfterMonths),
  };
}
