import { exact } from '#lib/format/exact-shares';
import { sum } from '../bigint-math.ts';
import type { Balance } from '../capacity.ts';
import { type Check, mustEqual, mustStayWithin } from '../checks.ts';
import type { ClassLine } from './cap-table.ts';

/** The rows of a cap table against the class totals and the balance. */
export function capTableChecks(lines: readonly ClassLine[], balances: readonly Balance[] | null): Check[] {
  return lines.flatMap((line) => {
    const {
      className,
      holders,
      shares,
      restricted,
      unrestricted,
      issued,
      authorized,
      unlimited,
      holdersStated,
    } = line;
    const balance = balances?.find((one) => one.className === className);
    return [
      mustEqual(
        `${className}/rows`,
        `${className}: rows equal outstanding in the balance`,
        shares,
        exact(balance?.totalOutstandingShares),
      ),
      mustEqual(
        `${className}/restricted`,
        `${className}: restricted rows equal restricted in the balance`,
        restricted,
        exact(balance?.totalRestrictedShares),
      ),
      mustEqual(
        `${className}/split`,
        `${className}: restricted plus unrestricted equal the total`,
        sum([restricted, unrestricted]),
        shares,
      ),
      mustEqual(
        `${className}/holders`,
        `${className}: number of holders equals the class figure`,
        // Unknown whether an account without a figure is a holder.
        shares === null || holders === null ? null : BigInt(holders),
        holdersStated,
      ),
      mustStayWithin(`${className}/issued`, `${className}: rows do not exceed issued`, shares, issued),
      mustStayWithin(
        `${className}/limit`,
        `${className}: issued does not exceed authorized`,
        issued,
        unlimited ? 'unlimited' : authorized,
      ),
    ];
  });
}
