import { formatDate, isDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import type { Balance } from '#lib/register/capacity';
import { type Check, mustEqual, mustStayWithin } from '#lib/register/checks';
import type { Meeting } from '#lib/register/meetings/meetings';

/** Shares entitled against the balance of the record date, and votes cast against shares entitled. */
export function proxyChecks(
  { className, entitled, voted, record }: Meeting,
  balances: readonly Balance[] | null,
  today: string,
): Check[] {
  const balance = balances?.find((one) => one.className === className);
  const text = 'Entitled shares equal outstanding shares on the record date';
  const why = !isDate(record.day)
    ? 'The record date is not reported.'
    : record.day > today
      ? `The record date, ${formatDate(record.day)}, is in the future.`
      : null;
  return [
    why
      ? {
          id: 'entitled',
          text,
          left: 'not yet known',
          right: 'not yet known',
          result: 'cannot be checked',
          reason: why,
        }
      : mustEqual('entitled', text, entitled, balance ? exact(balance.totalOutstandingShares) : null),
    mustStayWithin('voted', 'Voted shares do not exceed entitled shares', voted, entitled),
  ];
}
