import { addDays } from '#lib/format/dates';
import { sum } from '#lib/register/bigint-math';
import type { Certificate } from '#lib/register/certificates';
import { heldOn } from '#lib/register/certificates';
import { type Check, mustEqual } from '#lib/register/checks';
import type { Period } from '#lib/register/periods';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { linesOfEntry, movesByClass } from '#lib/register/transactions/movement';

/** The keys by which journal lines name an account. */
export type AccountKeys = { account: string; system: string };

/** Effect of a transaction on one class of one account. */
export type Movement = {
  id: string;
  entry: JournalEntry;
  className: string;
  canceled: bigint | null;
  issued: bigint | null;
  change: bigint | null;
  /** Shares of the class after the transaction; null when the shares before are unknown. */
  balance: bigint | null;
};

const isOf =
  ({ account, system }: AccountKeys) =>
  (line: JournalLine) =>
    line.account ? line.account === account : system !== '' && line.holder === system;

/**
 * Movements of one account in journal order, with the balance after each. `opening`: shares at the start of the
 * period by class; a class not in it started with 0, null means unknown.
 */
export function movementsOf(
  entries: readonly JournalEntry[],
  keys: AccountKeys,
  opening: ReadonlyMap<string, bigint | null> | null,
): Movement[] {
  const balances = new Map<string, bigint | null>(opening ?? []);
  const own = isOf(keys);
  return entries.flatMap((entry) =>
    movesByClass(linesOfEntry(entry).filter(own)).map(({ className, canceled, issued, net }) => {
      const before = balances.has(className) ? (balances.get(className) ?? null) : opening ? 0n : null;
      const balance = sum([before, net]);
      balances.set(className, balance);
      return { id: `${entry.key}/${className}`, entry, className, canceled, issued, change: net, balance };
    }),
  );
}

/** Shares by class at the close of the day before a period, from certificates; null if a date cannot be read. */
export function openingOf(certificates: readonly Certificate[], { from }: Period) {
  const held = heldOn(certificates, addDays(from, -1));
  return held && new Map([...held].map(([className, { shares }]) => [className, shares]));
}

/** Opening plus movements of each class against the certificates outstanding at the end of the period. */
export function movementChecks(
  movements: readonly Movement[],
  certificates: readonly Certificate[],
  period: Period,
): Check[] {
  const opening = openingOf(certificates, period);
  const closing = heldOn(certificates, period.to);
  const names = new Set([
    ...(opening?.keys() ?? []),
    ...movements.map((one) => one.className),
    ...(closing?.keys() ?? []),
  ]);
  return [...names].map((className) => {
    const changes = movements.filter((one) => one.className === className).map((one) => one.change);
    return mustEqual(
      `${className}/movements`,
      `${className}: opening shares plus movements equal outstanding certificates at the end`,
      opening && sum([opening.has(className) ? (opening.get(className) ?? null) : 0n, ...changes]),
      closing && (closing.has(className) ? (closing.get(className)?.shares ?? null) : 0n),
    );
  });
}
