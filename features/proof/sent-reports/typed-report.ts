import type { Recipient, SentReportKind } from '#lib/contract/agent/sent-report-kinds';
import { addDays } from '#lib/format/dates';
import { monthStart, quarterStart } from '#lib/register/periods';
import { periodEndError, spanOf } from '#lib/register/sent-report-rules';

/** What was typed about a report that was sent. */
export type TypedReport = {
  kind: SentReportKind;
  periodEnd: string;
  sentOn: string;
  sentTo: string;
  note: string;
};

/** The latest period that has ended, by its last day; today for a report about a day. */
export function latestPeriodEnd(kind: SentReportKind, to: Recipient, today: string): string {
  const span = spanOf(kind, to);
  if (span === 'day') return today;
  return addDays(span === 'quarter' ? quarterStart(today) : monthStart(today), -1);
}

/** What is missing or wrong, by field. */
export function reportErrors(
  typed: TypedReport,
  to: Recipient,
  file: File | null,
): Readonly<Record<string, string>> {
  const span = spanOf(typed.kind, to);
  const wrongEnd =
    span && typed.periodEnd && typed.sentOn ? periodEndError(span, typed.periodEnd, typed.sentOn) : null;
  return {
    ...(typed.sentOn ? {} : { sentOn: 'Enter the day on which it was sent.' }),
    ...(typed.periodEnd ? {} : { periodEnd: 'Enter the last day of the period.' }),
    ...(wrongEnd ? { periodEnd: `The period ${wrongEnd}.` } : {}),
    ...(typed.sentTo.trim() ? {} : { sentTo: 'Enter to whom it was sent.' }),
    ...(file === null ? { sha256: 'Choose the file that was sent.' } : {}),
  };
}
