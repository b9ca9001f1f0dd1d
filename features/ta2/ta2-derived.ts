import { exact } from '#lib/format/exact-shares';
import { centsOf } from '#lib/format/money';
import { sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import type { Dividend } from '#lib/register/dividends';
import type { StatusRow } from '#lib/register/transactions/status';
import type { Answers, Worksheet } from './types.ts';

/** Figures of other operations on one issuer for the year, to compare with the registry's own TA-2 figures. */
export type IssuerYear = {
  /** Transfers, conversions and retirements received in the year, in every status. */
  items: number;
  /** Accounts with shares at the year's end, counted per class. */
  accounts: bigint | null;
  /** Classes the balance lists at the year's end; null where there is no balance. */
  classes: number | null;
  /** Classes with a dividend payable in the year. */
  payingClasses: number;
  /** Exact cents of the cash dividends; null when an amount is missing. */
  dividendCents: bigint | null;
};

/** `received`: status lists of the transaction types that count as items for transfer on Form TA-2. */
export function issuerYear(
  year: number,
  received: readonly (readonly StatusRow[])[],
  balances: readonly Balance[],
  dividends: readonly Dividend[],
): IssuerYear {
  const inYear = (day: string) => day.startsWith(`${year}-`);
  const paid = dividends.filter(({ payable }) => inYear(payable));
  return {
    items: received.flat().filter((row) => inYear(row.received)).length,
    accounts: sum(balances.map((one) => exact(one.totalShareholder))),
    classes: balances.length,
    payingClasses: new Set(paid.map((one) => one.className)).size,
    dividendCents: sum(paid.filter((one) => !one.isStock).map((one) => centsOf(one.amount))),
  };
}

/** The figures of an issuer as the worksheet has them. */
export const listedYear = (one: Worksheet['lists'][number]): IssuerYear => ({
  items: one.items,
  accounts: exact(one.accounts),
  classes: one.classes,
  payingClasses: one.payingClasses,
  dividendCents: centsOf(one.dividendAmount),
});

/** Totals over all issuers as answers to lines of the form; a total that is not known is left out. */
export function derivedAnswers(issuers: readonly IssuerYear[]): Answers {
  const add = (pick: (one: IssuerYear) => number) =>
    BigInt(issuers.reduce((total, one) => total + pick(one), 0));
  const classes = sum(issuers.map((one) => exact(one.classes)));
  const accounts = sum(issuers.map((one) => one.accounts));
  const cents = sum(issuers.map((one) => one.dividendCents));
  const found: [string, string | null][] = [
    ['4a', `${add((one) => one.items)}`],
    ['4b', accounts === null ? null : `${accounts}`],
    ['5a', accounts === null ? null : `${accounts}`],
    ['6a', classes === null ? null : `${classes}`],
    ['7ci', `${add((one) => one.payingClasses)}`],
    ['7cii', cents === null ? null : `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`],
  ];
  return new Map(found.filter((one): one is [string, string] => one[1] !== null));
}
