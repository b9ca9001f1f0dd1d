import { exact } from '#lib/format/exact-shares';
import type { Balance } from '../capacity.ts';
import { type Check, mustEqual } from '../checks.ts';
import type { ClassOwnership } from './ownership.ts';

/** Ownership against the balance of the same day. */
export function ownershipChecks(
  classes: readonly ClassOwnership[],
  balances: readonly Balance[] | null,
): Check[] {
  return classes.flatMap(({ className, held, outstanding, holders }) => {
    const balance = balances?.find((one) => one.className === className);
    const checks = [
      mustEqual(`${className}/held`, `${className}: holdings equal outstanding`, held, outstanding),
      mustEqual(
        `${className}/balance`,
        `${className}: holdings equal the balance of the date`,
        held,
        balance ? exact(balance.totalOutstandingShares) : null,
      ),
    ];
    if (balance) {
      checks.push(
        mustEqual(
          `${className}/holders`,
          `${className}: number of holders equals the balance`,
          // Unknown whether an account without a figure is a holder.
          held === null ? null : BigInt(holders),
          exact(balance.totalShareholder),
        ),
      );
    }
    return checks;
  });
}
