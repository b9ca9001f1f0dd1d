import { formatLongDate, isDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import type { Balance } from '#lib/register/capacity';
import { type Check, mustEqual, mustFit } from '#lib/register/checks';
import type { Meeting } from '#lib/register/meetings';

/** Shares entitled against the balance of the record date, and votes cast against shares entitled. */
export function proxyChecks(
  { className, entitled, voted, record }: Meeting,
  balances: readonly Balance[] | null,
  today: string,
): Check[] {
  const balance = balances?.find((one) => one.className === className);
  const sentence = 'Shares entitled are outstanding in the balance of the record date';
  const why = !isDate(record.day)
    ? 'The registry gave no record date.'
    : record.day > today
      ? `The record date, ${formatLongDate(record.day)}, is still to come.`
      : null;
  return [
    why
      ? {
          id: 'entitled',
          sentence,
          left: 'not yet known',
          right: 'not yet known',
          verdict: 'cannot be checked',
          reason: why,
        }
      : mustEqual('entitled', sentence, entitled, balance ? exact(balance.totalOutstandingShares) : null),
    mustFit('voted', 'Shares voted are within the shares entitled', voted, entitled),
  ];
}
