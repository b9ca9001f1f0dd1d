// Movements of one account with the balance after each, and their checks.

import type { CalendarDate } from '#lib/format/dates';
import { sum } from '#lib/register/bigint-math';
import type { Certificate } from '#lib/register/certificates';
import { heldOn } from '#lib/register/certificates';
import { type Check, mustEqual } from '#lib/register/checks';
import type { PastCertificate } from '#lib/register/past-certificates';
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
  opening: Held | null,
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

/** Shares of an account by class at the close of a day; a class that is not in it had none. */
export type Held = ReadonlyMap<string, bigint | null>;

/**
 * From the certificates as they are today; null if a date cannot be read. A nominee's position has today's shares there,
 * so where the registry has certificates as of a day, those are asked instead.
 */
export function heldByDates(certificates: readonly Certificate[], day: CalendarDate): Held | null {
  const held = heldOn(certificates, day);
  return held && new Map([...held].map(([className, { shares }]) => [className, shares]));
}

/** From the certificates as they were on the day. */
export function heldThen(certificates: readonly PastCertificate[]): Held {
  const held = new Map<string, bigint | null>();
  for (const { className, shares, status } of certificates)
    if (status !== 'Canceled') held.set(className, sum([held.get(className) ?? 0n, shares]));
  return held;
}

/** Opening plus movements of each class against the shares at the end of the period. */
export function movementChecks(
  movements: readonly Movement[],
  opening: Held | null,
  closing: Held | null,
): Check[] {
  const names = new Set([
    ...(opening?.keys() ?? []),
    ...movements.map((one) => one.className),
    ...(closing?.keys() ?? []),
  ]);
  const sharesIn = (held: Held, className: string) => (held.has(className) ? held.get(className)! : 0n);
  return [...names].map((className) => {
    const changes = movements.filter((one) => one.className === className).map((one) => one.change);
    return mustEqual(
      `${className}/movements`,
      `${className}: opening shares plus movements equal outstanding certificates at the end`,
      opening && sum([sharesIn(opening, className), ...changes]),
      closing && sharesIn(closing, className),
    );
  });
}
