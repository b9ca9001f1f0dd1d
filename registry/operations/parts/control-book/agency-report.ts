// Whether aged record differences are reported to the regulatory agency (17 CFR 240.17Ad-11).

import { federalCalendar } from '#lib/format/business-days';
import { addMonths, type CalendarDate, monthEnd, quarterEnd } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { reportDueDate } from '#registry/items/rules/clock';
import { ta2ClassNames, ta2DifferenceRows } from '#registry/queries/ta2-rows';
import { type AgedValue, agedValue } from './issuer-report.ts';

/** Aged differences of all issues at the end of a quarter, beside the value above which the agency gets a report. */
export type AgencyReport = AgedValue & { periodEnd: CalendarDate; issues: number; dueOn: CalendarDate };

/** What decides on the report of the last quarter that has ended (17 CFR 240.17Ad-11(c)). */
export async function agencyReport(
  db: Db,
  issuerIds: readonly bigint[],
  today: CalendarDate,
): Promise<AgencyReport> {
  const periodEnd = monthEnd(addMonths(quarterEnd(today), -3));
  const issues = (await ta2ClassNames(db, issuerIds, periodEnd)).length;
  return {
    periodEnd,
    issues,
    value: agedValue(await ta2DifferenceRows(db, issuerIds, periodEnd), periodEnd),
    limit: agencyLimit(issues),
    dueOn: reportDueDate(periodEnd, federalCalendar),
  };
}

const centsOfThousand = 100_000n;
/** Up to this number of issues, aged differences above this market value, in thousands of dollars, are reported. */
const steps: readonly (readonly [upTo: number, thousands: bigint])[] = [
  [5, 300n],
  [24, 500n],
  [49, 800n],
  [74, 1_000n],
  [99, 1_200n],
  [499, 1_400n],
  [999, 1_600n],
];

/** In cents, by the number of issues that the agent keeps. */
export function agencyLimit(issues: number): bigint {
  const step = steps.find(([upTo]) => issues <= upTo);
  // 2.6 million from a thousand issues on, and a million more for each further thousand.
  const thousands = step ? step[1] : 1_600n + 1_000n * BigInt(Math.floor(issues / 1000));
  return thousands * centsOfThousand;
}
