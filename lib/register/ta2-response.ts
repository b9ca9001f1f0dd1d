// Reads the months, issuers and searches in the response of the TA-2 report.

import { formatDate } from '../format/dates.ts';
import { decimalText } from '../format/decimal.ts';
import { exact } from '../format/exact-shares.ts';
import { formatShares } from '../format/shares.ts';
import { textOf } from '../format/text-of.ts';

/** One month of question 9 as the registry counted it. */
export type Ta2Month = {
  month: string;
  routine: bigint | null;
  within: bigint | null;
  /** Decimal text in percent units. */
  percent: string | null;
  compliant: boolean | null;
};

export type Ta2Issuer = {
  issuer: number | null;
  name: string;
  items: bigint | null;
  accounts: bigint | null;
  dividends: string | null;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A value inside the response by its path, `accounts.total`; undefined when a part of the path is missing. */
export function at(response: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), response);
}

/**
 * The calendar year of the response; null when not given. The interface does not define the response's fields.
 */
export function ta2Year(response: unknown): number | null {
  const year = at(response, 'reportingYear');
  return typeof year === 'number' && Number.isInteger(year) ? year : null;
}

/** The months of question 9a, in the order sent. */
export function ta2Months(response: unknown): readonly Ta2Month[] {
  return list(at(response, 'turnaround.months')).map((one) => ({
    month: textOf(one.month).slice(0, 7),
    routine: exact(one.routineItems),
    within: exact(one.withinThreeBusinessDays),
    percent: decimalText(one.percent),
    compliant: typeof one.compliant === 'boolean' ? one.compliant : null,
  }));
}

/** Figures per issuer. */
export function ta2Issuers(response: unknown): readonly Ta2Issuer[] {
  return list(at(response, 'byIssuer')).map((one) => ({
    issuer: typeof one.customerIssuerId === 'number' ? one.customerIssuerId : null,
    name: textOf(one.issuer),
    items: exact(one.items),
    accounts: exact(one.accounts),
    dividends: decimalText(one.dividendAmount),
  }));
}

/** Searches for lost holders, question 11a, one line each. */
export function ta2Searches(response: unknown): readonly string[] {
  const count = (value: unknown) => {
    const known = exact(value);
    return known === null ? '–' : formatShares(known);
  };
  return list(at(response, 'lostSecurityholders.databaseSearches')).map(
    (one) =>
      `${formatDate(textOf(one.date))}: ${count(one.accountsSubmitted)} submitted, ${count(one.addressesObtained)} addresses`,
  );
}
