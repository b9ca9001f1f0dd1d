// State of an issuer in the portfolio: pending items and the next date.

import type { Verdict } from '#lib/proof/verdict';
import type { Balance } from '#lib/register/capacity';
import { type Dividend, sortDividends } from '#lib/register/dividends';
import { eventDates } from '#lib/register/event-dates';
import { isAhead, type Meeting } from '#lib/register/meetings/meetings';
import { hasTurnaround, isLate, type StatusRow } from '#lib/register/transactions/status';

/** Pending items of an issuer. */
export type PendingItems = { pending: number; late: number; oldest: number | null };

/** The next date that needs preparation. */
export type NextDate = { day: string; what: 'Record date' | 'Meeting' | 'Payable' };

/** One issuer as the portfolio shows it; null where an operation failed. */
export type IssuerStatus = {
  balances: readonly Balance[];
  books: Verdict;
  waiting: PendingItems | null;
};

/**
 * Pending items, overdue items, and the age of the oldest in business days. Issuances are pending, but the
 * turnaround rule does not count their age.
 */
export function pendingItemsOf(rows: readonly StatusRow[]): PendingItems {
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
  const ahead = meetings.filter((one) => isAhead(one, today));
  for (const { day, kind } of eventDates(ahead, sortDividends(dividends, today).ahead))
    if (day >= today && (kind === 'Record date' || kind === 'Meeting' || kind === 'Payable'))
      return { day, what: kind };
  return null;
}
