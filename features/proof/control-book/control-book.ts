// Derives a control book from the journal and two balances.

import { exact } from '#lib/format/exact-shares';
import { sum } from '#lib/register/bigint-math';
import { type Balance, capacityOf } from '#lib/register/capacity';
import { type Ownership, ownershipByClass } from '#lib/register/ownership/ownership';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { linesOfEntry, movesByClass } from '#lib/register/transactions/movement';

/** Effect of the journal on one class on one day. */
export type DayLine = {
  id: string;
  day: string;
  className: string;
  transactions: number;
  types: string;
  canceled: bigint | null;
  issued: bigint | null;
  net: bigint | null;
  /** Issued shares of the class after the day; null once a part is unknown. */
  balance: bigint | null;
  dollars: boolean;
};

const issuedIn = (balances: readonly Balance[], className: string) => {
  const balance = balances.find((one) => one.className === className);
  return balance ? capacityOf(balance).issued : balances.length > 0 ? 0n : null;
};

/** Movements by effective day and class, oldest first, with the running balance from the opening. */
export function dayLines(
  entries: readonly JournalEntry[],
  opening: readonly Balance[],
  closing: readonly Balance[],
): DayLine[] {
  const days = new Map<string, JournalEntry[]>();
  for (const entry of entries) days.set(entry.effective, [...(days.get(entry.effective) ?? []), entry]);
  const running = new Map<string, bigint | null>();
  return [...days.keys()].sort().flatMap((day) => {
    const own = days.get(day) ?? [];
    return movesByClass(own.flatMap(linesOfEntry)).map(({ className, canceled, issued, net }) => {
      const before = running.has(className) ? (running.get(className) ?? null) : issuedIn(opening, className);
      const balance = sum([before, net]);
      running.set(className, balance);
      const touching = own.filter((entry) =>
        linesOfEntry(entry).some((line) => line.className === className),
      );
      return {
        id: `${day}/${className}`,
        day,
        className,
        transactions: touching.length,
        types: [...new Set(touching.map((entry) => entry.type))].join(', '),
        canceled,
        issued,
        net,
        balance,
        dollars: [...closing, ...opening].some((one) => one.className === className && one.dollarFormat),
      };
    });
  });
}

/** Roll-forward of a class over the period, and its master securityholder file at the end. */
export type ClassRollForward = {
  className: string;
  opening: bigint | null;
  issued: bigint | null;
  canceled: bigint | null;
  net: bigint | null;
  closing: bigint | null;
  /** Outstanding in the balance at the end, and the holdings that should add up to it. */
  outstanding: bigint | null;
  held: bigint | null;
  /** Outstanding less holdings; null while a side is unknown. */
  difference: bigint | null;
  dollars: boolean;
};

/** Every class of the balances and of the journal; `ownership` is null while it is not loaded. */
export function classBooks(
  entries: readonly JournalEntry[],
  opening: readonly Balance[],
  closing: readonly Balance[],
  ownership: Ownership | null,
): ClassRollForward[] {
  const moves = movesByClass(entries.flatMap(linesOfEntry));
  const owned = ownership && ownershipByClass(ownership);
  const names = new Set([...closing.map((one) => one.className), ...moves.map((one) => one.className)]);
  return [...names].map((className) => {
    const move = moves.find((one) => one.className === className);
    const end = closing.find((one) => one.className === className);
    const outstanding = exact(end?.totalOutstandingShares);
    const held = owned ? (owned.find((one) => one.className === className)?.held ?? 0n) : null;
    return {
      className,
      opening: issuedIn(opening, className),
      issued: move ? move.issued : 0n,
      canceled: move ? move.canceled : 0n,
      net: move ? move.net : 0n,
      closing: issuedIn(closing, className),
      outstanding,
      held,
      difference: outstanding === null || held === null ? null : outstanding - held,
      dollars: end?.dollarFormat ?? false,
    };
  });
}
