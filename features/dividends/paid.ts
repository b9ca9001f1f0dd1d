// Adds up cash dividends by year of payment and class.

import { fixed, parseDecimal } from '#lib/format/decimal';
import type { Dividend } from '#lib/register/dividends';

export type PaidYear = {
  year: string;
  /** Dollars by class, in the order of `classes`, as exact decimal text. */
  amounts: readonly string[];
  total: string;
};

export type Paid = { classes: readonly string[]; years: readonly PaidYear[] };

/** Exact sum of decimal texts; a text that is not a decimal adds nothing. */
export function addMoney(texts: readonly string[]): string {
  const decimals = texts.flatMap((text) => parseDecimal(text) ?? []);
  const scale = Math.max(2, ...decimals.map((one) => one.scale));
  const digits = decimals.reduce((total, one) => total + one.digits * 10n ** BigInt(scale - one.scale), 0n);
  const { negative, text } = fixed({ digits, scale }, 2, scale);
  return `${negative ? '-' : ''}${text.replaceAll(',', '')}`;
}

/**
 * Cash by calendar year of payment and class, oldest year first. Dollars add up over classes; shares would not.
 */
export function paidByYear(dividends: readonly Dividend[]): Paid {
  const cash = dividends.filter((one) => !one.isStock && one.amount !== null && one.payable);
  const names = [...new Set(cash.map((one) => one.className))];
  const size = (name: string) =>
    Number(addMoney(cash.filter((one) => one.className === name).map((one) => one.amount ?? '')));
  // The largest class is at the base of the columns, where sizes are easiest to compare.
  const classes = names.sort((a, b) => size(b) - size(a));
  const years = [...new Set(cash.map((one) => one.payable.slice(0, 4)))].sort();
  return {
    classes,
    years: years.map((year) => {
      const own = cash.filter((one) => one.payable.startsWith(year));
      const amounts = classes.map((name) =>
        addMoney(own.filter((one) => one.className === name).map((one) => one.amount ?? '')),
      );
      return { year, amounts, total: addMoney(amounts) };
    }),
  };
}
