// Reads dividends from a response, sorts them and puts them into words.

import { isDate, parseDate } from '../format/dates.ts';
import { decimalText } from '../format/decimal.ts';
import { exact } from '../format/exact-shares.ts';
import { formatMoney, formatPerShare } from '../format/money.ts';
import { formatShares } from '../format/shares.ts';
import { textOf } from '../format/text-of.ts';

export type Dividend = {
  id: number | null;
  key: string;
  /** The registry's own word: 'Cash', 'Stock', 'Special Cash'. */
  type: string;
  className: string;
  /** 'yyyy-mm-dd'; '' when missing or not a date. */
  record: string;
  payable: string;
  /** As declared: '5%', '1:20'; '' for cash. */
  ratio: string;
  outstanding: bigint | null;
  /** Decimal text: dollars for cash, shares for stock. */
  amount: string | null;
  fractions: string;
  /** Decimal text in dollars; null where none is paid. */
  perShare: string | null;
  isStock: boolean;
};

/** Ways of payment in the order in which they are listed, with their names on screens and in files. */
export const paymentWays: readonly (readonly [string, string])[] = [
  ['Wire', 'Paid by wire'],
  ['ACH', 'Paid by ACH'],
  ['Check', 'Paid by check'],
  ['Held', 'Held, bad address'],
  ['Reinvest', 'Reinvested by the plan'],
];

const text = (value: unknown) => textOf(value).trim();

/** The response as a list, accepting a single object and nulls; in the registry's order. */
export function dividendsOf(response: unknown): Dividend[] {
  const rows: readonly Record<string, unknown>[] = Array.isArray(response)
    ? response.filter((row) => row !== null && typeof row === 'object')
    : response && typeof response === 'object'
      ? [response as Record<string, unknown>]
      : [];
  return rows.map((row, index) => {
    const id = row.dividendId;
    const type = text(row.type);
    return {
      id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
      key: text(id) || `row ${index}`,
      type: type || 'Dividend',
      className: text(row.security),
      record: parseDate(text(row.recordDate)) ?? '',
      payable: parseDate(text(row.payable)) ?? '',
      ratio: text(row.ratio),
      outstanding: exact(row.oustandingShares),
      amount: decimalText(row.distributionAmount),
      fractions: text(row.fractionalType),
      perShare: decimalText(row.cashPerShare),
      isStock: /stock|share/i.test(type),
    };
  });
}

/**
 * Dividends payable today or later, nearest first; and the others, latest first. An unknown date counts as
 * later.
 */
export function sortDividends(dividends: readonly Dividend[], today: string) {
  const isAhead = ({ payable }: Dividend) => !isDate(payable) || payable >= today;
  const order = (a: Dividend, b: Dividend) => {
    const [one, other] = [a.payable || '9999', b.payable || '9999'];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  return {
    ahead: dividends.filter(isAhead).sort(order),
    past: dividends.filter((one) => !isAhead(one)).sort((a, b) => order(b, a)),
  };
}

/** '$0.12 a share', '5%', or that it is not reported. */
export function rateText({ isStock, perShare, ratio }: Dividend): string {
  if (perShare !== null && !isStock) return `${formatPerShare(perShare)} per share`;
  return ratio || 'rate not reported';
}

/** '$4,531,674.72' for cash, '175,607 shares' for stock; not known before the record date. */
export function amountText({ isStock, amount, outstanding, record }: Dividend, today: string): string {
  if (record > today && (outstanding === null || outstanding === 0n)) return 'Known after the record date';
  if (amount === null) return '–';
  return isStock ? `${formatShares(amount)} shares` : formatMoney(amount);
}
