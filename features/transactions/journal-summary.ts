// Class changes and table rows of a journal.

import { exact } from '#lib/format/exact-shares';
import { type Balance, dollarClasses } from '#lib/register/capacity';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { type ClassMove, linesOfEntry, movesByClass } from '#lib/register/transactions/movement';

export type ClassChange = ClassMove & {
  opening: bigint | null;
  closing: bigint | null;
  dollars: boolean;
};

const issuedOf = (balances: readonly Balance[] | null, className: string): bigint | null => {
  if (!balances) return null;
  const found = balances.find((one) => one.className === className);
  return found ? exact(found.totalIssuedShares) : 0n;
};

/**
 * Each class over a period: issued at the start, issued and canceled by the journal, issued at the end. Issued
 * includes treasury, because the journal does. A class that the balance of a day does not list had none.
 */
export function classChanges(
  entries: readonly JournalEntry[],
  opening: readonly Balance[] | null,
  closing: readonly Balance[] | null,
): ClassChange[] {
  const moves = movesByClass(entries.flatMap(linesOfEntry));
  const dollars = dollarClasses(closing ?? opening ?? []);
  const names = new Set([
    ...(closing ?? []).map((one) => one.className),
    ...(opening ?? []).map((one) => one.className),
    ...moves.map((one) => one.className),
  ]);
  return [...names].map((className) => ({
    ...(moves.find((one) => one.className === className) ?? { className, canceled: 0n, issued: 0n, net: 0n }),
    opening: issuedOf(opening, className),
    closing: issuedOf(closing, className),
    dollars: dollars.has(className),
  }));
}

export type EntryRow = {
  entry: JournalEntry;
  /** Shares and class of each side; null when there are several classes, '' when there is none. */
  canceled: Side;
  issued: Side;
  lines: number;
};

export type Side = { className: string | null; shares: bigint | null };

function sideOf(moves: readonly ClassMove[], pick: 'canceled' | 'issued'): Side {
  const some = moves.filter((move) => move[pick] !== 0n);
  const [only] = some;
  if (some.length > 1) return { className: null, shares: null };
  return only ? { className: only.className, shares: only[pick] } : { className: '', shares: null };
}

export function entryRow(entry: JournalEntry): EntryRow {
  const moves = movesByClass(linesOfEntry(entry));
  return {
    entry,
    canceled: sideOf(moves, 'canceled'),
    issued: sideOf(moves, 'issued'),
    lines: entry.canceled.length + entry.issued.length,
  };
}

export type LineRow = { id: string; entry: JournalEntry; line: JournalLine };

/** Every certificate line in journal order, canceled before issued. */
export function lineRows(entries: readonly JournalEntry[]): LineRow[] {
  return entries.flatMap((entry) =>
    linesOfEntry(entry).map((line) => ({ id: `${entry.key}/${line.id}`, entry, line })),
  );
}
