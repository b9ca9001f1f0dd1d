// Turnaround by item and month, derived from lists of transactions.

import { businessDaysBetween } from '#lib/format/business-days';
import { isDate } from '#lib/format/dates';
import { type StatusRow, turnaroundDays } from '#lib/register/transactions/status';

/** Result of an item under the rule; `rejected`: the list does not give its rejection date. */
export type Outcome = 'within' | 'late' | 'rejected' | 'open' | 'withdrawn' | 'unknown';

export type Item = StatusRow & { issuer: number; issuerName: string; outcome: Outcome };

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  within: 'On time',
  late: 'Late',
  rejected: 'Rejected, date not reported',
  open: 'Pending, not yet due',
  withdrawn: 'Canceled',
  unknown: 'Unknown',
};

/**
 * Within three business days of receipt or not (SEC Rule 17Ad-2). A rejection counts as turned around, but the
 * status list gives no date for it. An item canceled before posting does not count; a pending one counts once
 * it is overdue.
 */
export function outcomeOf(row: StatusRow): { outcome: Outcome; days: number | null } {
  const { status, received, completed, days } = row;
  if (status === 'Canceled') return { outcome: 'withdrawn', days: null };
  if (!isDate(received)) return { outcome: 'unknown', days: null };
  if (status === 'Pending')
    return { outcome: days !== null && days > turnaroundDays ? 'late' : 'open', days };
  if ((status === 'Completed' || status === 'Rejected') && isDate(completed)) {
    const taken = businessDaysBetween(received, completed);
    return { outcome: taken > turnaroundDays ? 'late' : 'within', days: taken };
  }
  return { outcome: status === 'Rejected' ? 'rejected' : 'unknown', days: null };
}

export function itemOf(row: StatusRow, issuer: number, issuerName: string): Item {
  const { outcome, days } = outcomeOf(row);
  return { ...row, days, issuer, issuerName, outcome };
}

export type Standard = 'met' | 'below' | 'open';

export type MonthCounts = Record<Outcome, number> & {
  /** 'yyyy-mm'. */
  month: string;
  received: number;
  /** Items the standard is measured on: all except canceled ones and those not yet due. */
  counted: number;
  /** Lowest and highest number on time: a rejection without a date may be either. */
  least: number;
  most: number;
  standard: Standard;
};

const limitPercent = 90;
const reaches = (part: number, whole: number) => part * 100 >= whole * limitPercent;

/** Items received in a month against 90 % within three business days; a month without items passes. */
export function monthCounts(month: string, items: readonly Item[]): MonthCounts {
  const own = items.filter((item) => item.received.startsWith(month));
  const count = (outcome: Outcome) => own.filter((item) => item.outcome === outcome).length;
  const counts: Record<Outcome, number> = {
    within: count('within'),
    late: count('late'),
    rejected: count('rejected'),
    open: count('open'),
    withdrawn: count('withdrawn'),
    unknown: count('unknown'),
  };
  const most = counts.within + counts.rejected + counts.unknown;
  const counted = most + counts.late;
  return {
    ...counts,
    month,
    received: own.length,
    counted,
    least: counts.within,
    most,
    standard: reaches(counts.within, counted) ? 'met' : reaches(most, counted) ? 'open' : 'below',
  };
}
