// Says whether aged differences have to be reported to the regulatory agency.

import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatMoney } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';

type AgencyReport = NonNullable<ResponseFor<'GetSentReports'>['agencyReport']>;

/** Whether the aged differences of the last quarter have to be reported to the agency, with both figures. */
export function agencyText({ periodEnd, issues, agedValue, limit, isRequired, dueOn }: AgencyReport): string {
  const kept = `the limit for ${formatShares(issues)} ${issues === 1 ? 'issue' : 'issues'} is ${formatMoney(limit)}`;
  const value = agedValue === null ? 'have no known value' : `are worth ${formatMoney(agedValue)}`;
  const result =
    isRequired === null
      ? 'A price is missing, so a person decides whether the agency gets a report'
      : isRequired
        ? 'The agency gets a report'
        : 'The agency gets no report of them';
  return `Aged record differences of all issues on ${formatDate(periodEnd)} ${value}; ${kept}. ${result}${isRequired === false ? '' : `, by ${formatDate(dueOn)}`}.`;
}
