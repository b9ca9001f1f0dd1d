// Which reports an agent sends to whom, and about which periods.

import { type Recipient, type SentReportKind, sentReportKinds } from '../contract/agent/sent-report-kinds.ts';
import { type CalendarDate, monthEnd, quarterEnd } from '../format/dates.ts';

type Span = 'month' | 'quarter' | 'day';

/**
 * What each report is about, by its recipient: a month, a quarter or a day. Aged differences and buy-ins go to the issuer
 * by month and to the agency by quarter (17 CFR 240.17Ad-11(b), (c)), items not posted in time to the agency at once
 * (17Ad-11(c)), a month in which too few items were turned around in time to the agency (17Ad-2(c)).
 */
const spans: Record<SentReportKind, Partial<Record<Recipient, Span>>> = {
  'Aged differences': { Issuer: 'month', Agency: 'quarter' },
  'Buy-ins': { Issuer: 'month', Agency: 'quarter' },
  'Unposted items': { Agency: 'day' },
  'Late turnaround': { Agency: 'month' },
};

/** Undefined where no report of the kind goes to the recipient. */
export const spanOf = (kind: SentReportKind, to: Recipient): Span | undefined => spans[kind][to];

export const kindsFor = (to: Recipient): readonly SentReportKind[] =>
  sentReportKinds.filter((kind) => spanOf(kind, to));

const lastDay = { month: monthEnd, quarter: quarterEnd };

/** What is wrong with the end of a report's period, as the end of a sentence; null: nothing. */
export function periodEndError(span: Span, periodEnd: CalendarDate, sentOn: CalendarDate): string | null {
  if (span === 'day')
    return periodEnd > sentOn ? 'must not be later than the day on which it was sent' : null;
  if (lastDay[span](periodEnd) !== periodEnd) return `must be the last day of a ${span}`;
  return periodEnd >= sentOn ? 'must be before the day on which it was sent' : null;
}
