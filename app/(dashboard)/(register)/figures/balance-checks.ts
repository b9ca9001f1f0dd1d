import { type Balance, capacityOf } from '../../capacity-of.ts';
import { exact, sum } from '../../exact.ts';
import { type Check, mustEqual, mustFit } from './checks.ts';
import type { ClassOwnership } from './ownership.ts';

/** Identities inside the balance of a class (domain §5.1, §9.2; peers §5.3, P2 and P3). */
export function balanceChecks(balances: readonly Balance[]): Check[] {
  return balances.flatMap((balance) => {
    const { authorized, unlimited, issued, outstanding, reserved } = capacityOf(balance);
    const name = balance.className;
    const restricted = exact(balance.totalRestrictedShares);
    const free = exact(balance.totalNonRestrictedShares);
    return [
      mustFit(
        `${name}/limit`,
        `${name}: issued and reserved within authorized`,
        sum([issued, reserved]),
        unlimited ? 'unlimited' : authorized,
      ),
      mustFit(`${name}/issued`, `${name}: outstanding within issued`, outstanding, issued),
      mustEqual(
        `${name}/split`,
        `${name}: restricted and unrestricted make outstanding`,
        sum([restricted, free]),
        outstanding,
      ),
    ];
  });
}

/** Ownership against the balance of the same day (peers §5.3, P1 and P6). */
export function ownershipChecks(
  classes: readonly ClassOwnership[],
  balances: readonly Balance[] | null,
): Check[] {
  return classes.flatMap(({ className, held, outstanding, holders }) => {
    const balance = balances?.find((one) => one.className === className);
    const checks = [
      mustEqual(`${className}/held`, `${className}: holdings add up to outstanding`, held, outstanding),
      mustEqual(
        `${className}/balance`,
        `${className}: holdings add up to the balance of the day`,
        held,
        balance ? exact(balance.totalOutstandingShares) : null,
      ),
    ];
    if (balance) {
      checks.push(
        mustEqual(
          `${className}/holders`,
          `${className}: holders counted as in the balance`,
          BigInt(holders),
          BigInt(balance.totalShareholder),
        ),
      );
    }
    return checks;
  });
}
