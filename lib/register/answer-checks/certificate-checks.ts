import { exact } from '#lib/format/exact-shares';
import type { Balance } from '../capacity.ts';
import { type Certificate, heldOn } from '../certificates.ts';
import { type Check, mustEqual } from '../checks.ts';

/** Every certificate of an issuer against the balance. On request only, because the operation has no paging. */
export function certificateChecks(
  certificates: readonly Certificate[],
  balances: readonly Balance[],
  today: string,
): Check[] {
  const held = heldOn(certificates, today);
  return balances.map(({ className, totalOutstandingShares }) =>
    mustEqual(
      `certificates/${className}`,
      `${className}: outstanding certificates equal outstanding shares in the balance`,
      held && (held.has(className) ? (held.get(className)?.shares ?? null) : 0n),
      exact(totalOutstandingShares),
    ),
  );
}
