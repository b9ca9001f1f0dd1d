// Rows, checks and the days of the history on the page Balances.

import type { Restriction } from '#lib/api/register-queries';
import { addMonths, monthEnd, quarterEnd, yearEnd } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { availableToIssue, type Balance, type Capacity, capacityOf } from '#lib/register/capacity';
import { type Check, mustEqual } from '#lib/register/checks';

export type BalanceRow = {
  id: string;
  className: string;
  description: string;
  capacity: Capacity;
  /** Issued and not outstanding; null while a restriction filter counts only a part of outstanding. */
  treasury: bigint | null;
  left: bigint | null;
  restricted: bigint | null;
  unrestricted: bigint | null;
  holders: bigint | null;
};

/** One line per class, in the registry's order. */
export function balanceRows(balances: readonly Balance[], restriction: Restriction): BalanceRow[] {
  return balances.map((balance, index) => {
    const capacity = capacityOf(balance);
    const { issued, outstanding } = capacity;
    const whole = restriction === 'All' && issued !== null && outstanding !== null;
    return {
      id: `${balance.securityID ?? balance.className ?? index}`,
      className: balance.className,
      description:
        balance.securityDescription && balance.securityDescription !== balance.className
          ? balance.securityDescription
          : '',
      capacity,
      treasury: whole ? issued - outstanding : null,
      left: availableToIssue(capacity),
      restricted: exact(balance.totalRestrictedShares),
      unrestricted: exact(balance.totalNonRestrictedShares),
      holders: exact(balance.totalShareholder),
    };
  });
}

/** Outstanding read with a restriction filter against the split that the registry gives without a filter. */
export function restrictionChecks(
  counted: readonly Balance[],
  whole: readonly Balance[] | null,
  restriction: Restriction,
): Check[] {
  if (restriction === 'All') return [];
  return counted.map(({ className, totalOutstandingShares }) => {
    const one = whole?.find((other) => other.className === className);
    const part = restriction === 'Restricted' ? one?.totalRestrictedShares : one?.totalNonRestrictedShares;
    return mustEqual(
      `${className}/${restriction}`,
      `${className}: outstanding with the filter equals the ${restriction === 'Restricted' ? 'restricted' : 'unrestricted'} shares without it`,
      exact(totalOutstandingShares),
      exact(part),
    );
  });
}

/** Interval between the days of a balance history, and the largest number of days read. */
export const courseSteps = {
  month: { label: 'Month ends', noun: 'month end', count: 13, endOf: monthEnd, months: -1 },
  quarter: { label: 'Quarter ends', noun: 'quarter end', count: 12, endOf: quarterEnd, months: -3 },
  year: { label: 'Year ends', noun: 'year end', count: 10, endOf: yearEnd, months: -12 },
} as const;

export type CourseStep = keyof typeof courseSteps;

/**
 * Ends of months, quarters or years up to `day`, which is last; the number of days is bounded. None is before `earliest`,
 * which is then the first.
 */
export function courseDays(day: string, step: CourseStep, earliest: string | null = null): string[] {
  const { count, endOf, months } = courseSteps[step];
  const days = [day];
  let end = endOf(day);
  while (days.length < count) {
    // Starts at the first of a month: adding months to the 31st could skip a month.
    end = endOf(addMonths(`${end.slice(0, 8)}01`, months));
    days.unshift(end);
  }
  if (earliest === null || (days[0] ?? day) >= earliest) return days;
  const covered = days.filter((at) => at > earliest);
  return earliest < day ? [earliest, ...covered] : [day];
}
