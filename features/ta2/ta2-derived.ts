import { exact } from '#lib/format/exact-shares';
import { centsOf } from '#lib/format/money';
import { sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import type { Dividend } from '#lib/register/dividends';
import type { StatusRow } from '#lib/register/transactions/status';

/** Figures of other operations on one issuer for the year, to compare with the registry's own TA-2 figures. */
export type IssuerYear = {
  /** Transfers, conversions and retirements received in the year, in every status. */
  items: number;
  /** Accounts with shares at the year's end, counted per class. */
  accounts: bigint | null;
  /** Classes the balance lists at the year's end. */
  classes: number;
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

export type Year = {
  items: bigint;
  accounts: bigint | null;
  classes: bigint;
  payingClasses: bigint;
  dividendCents: bigint | null;
};

/** Totals over all issuers. */
export function wholeYear(issuers: readonly IssuerYear[]): Year {
  const add = (pick: (one: IssuerYear) => number) =>
    BigInt(issuers.reduce((total, one) => total + pick(one), 0));
  return {
    items: add((one) => one.items),
    accounts: sum(issuers.map((one) => one.accounts)),
    classes: add((one) => one.classes),
    payingClasses: add((one) => one.payingClasses),
    dividendCents: sum(issuers.map((one) => one.dividendCents)),
  };
}
