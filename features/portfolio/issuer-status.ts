import { isDate } from '#lib/format/dates';
import type { Verdict } from '#lib/proof/verdict';
import type { Balance } from '#lib/register/capacity';
import { type Dividend, sortDividends } from '#lib/register/dividends';
import { isAhead, isCanceled, type Meeting } from '#lib/register/meetings/meetings';
import { hasTurnaround, isLate, type StatusRow } from '#lib/register/transactions/status';

/** Pending items of an issuer. */
export type Waiting = { pending: number; late: number; oldest: number | null };

/** The next date that needs preparation. */
export type NextDate = { day: string; what: 'Record date' | 'Meeting' | 'Payable' };

/** One issuer as the portfolio shows it; null where an operation failed. */
export type IssuerStatus = {
  balances: readonly Balance[];
  books: Verdict;
  waiting: Waiting | null;
};

/**
 * Pending items, overdue items, and the age of the oldest in business days. Issuances are pending, but the
 * turnaround rule does not count their age.
 */
export function waitingOf(rows: readonly StatusRow[]): Waiting {
  const days = rows.flatMap((row) => (row.days === null || !hasTurnaround(row) ? [] : [row.days]));
  return {
    pending: rows.length,
    late: rows.filter(isLate).length,
    oldest: days.length > 0 ? Math.max(...days) : null,
  };
}

/** The nearest record, meeting or payable date, today included. */
export function nextDate(
  meetings: readonly Meeting[],
  dividends: readonly Dividend[],
  today: string,
): NextDate | null {
  const dates: NextDate[] = [
    ...meetings
      .filter((one) => !isCanceled(one) && isAhead(one, today))
      .flatMap((one): NextDate[] => [
        { day: one.record.day, what: 'Record date' },
        { day: one.meeting.day, what: 'Meeting' },
      ]),
    ...sortDividends(dividends, today).ahead.flatMap((one): NextDate[] => [
      { day: one.record, what: 'Record date' },
      { day: one.payable, what: 'Payable' },
    ]),
  ];
  return (
    dates
      .filter(({ day }) => isDate(day) && day >= today)
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))[0] ?? null
  );
}
