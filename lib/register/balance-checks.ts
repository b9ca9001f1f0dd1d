import { exact } from '../format/exact-shares.ts';
import { sum } from './bigint-math.ts';
import { type Balance, capacityOf } from './capacity.ts';
import { type Check, mustEqual, mustStayWithin } from './checks.ts';

/**
 * Checks inside the balance of a class: limit, outstanding does not exceed issued, restricted and unrestricted shares.
 */
export function balanceChecks(balances: readonly Balance[]): Check[] {
  return balances.flatMap((balance) => {
    const { authorized, unlimited, issued, outstanding, reserved } = capacityOf(balance);
    const name = balance.className;
    const restricted = exact(balance.totalRestrictedShares);
    const free = exact(balance.totalNonRestrictedShares);
    return [
      mustStayWithin(
        `${name}/limit`,
        `${name}: issued plus reserved do not exceed authorized`,
        sum([issued, reserved]),
        unlimited ? 'unlimited' : authorized,
      ),
      mustStayWithin(`${name}/issued`, `${name}: outstanding does not exceed issued`, outstanding, issued),
      mustEqual(
        `${name}/split`,
        `${name}: restricted plus unrestricted equal outstanding`,
        sum([restricted, free]),
        outstanding,
      ),
    ];
  });
}
