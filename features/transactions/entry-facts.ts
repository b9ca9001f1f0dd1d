import { balanceOf, ratioText } from '#lib/register/transactions/class-balance';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { linesOfEntry, movesByClass } from '#lib/register/transactions/movement';
import { listed } from '#lib/register/transactions/transaction-text';

/**
 * Canceled and issued shares of each class of a transaction, and whether the difference is expected for its
 * type.
 */
export function balancesOf(entry: JournalEntry) {
  return movesByClass(linesOfEntry(entry)).map((move) => ({ ...move, ...balanceOf(entry.code, move) }));
}

/** '5 for 4' for a conversion between two classes or a reverse split; null where the lines give no ratio. */
export function ratioOf(entry: JournalEntry): string | null {
  const moves = movesByClass(linesOfEntry(entry));
  if (entry.code === 'V') {
    const [only] = moves;
    return moves.length === 1 && only ? ratioText(only.canceled, only.issued) : null;
  }
  if (entry.code !== 'C') return null;
  const down = moves.filter((move) => move.net !== null && move.net < 0n);
  const up = moves.filter((move) => move.net !== null && move.net > 0n);
  const [from, into] = [down[0], up[0]];
  if (down.length !== 1 || up.length !== 1 || !from?.net || !into?.net) return null;
  return ratioText(-from.net, into.net);
}

const text = (lines: readonly JournalLine[]) => {
  const kinds = [...new Set(lines.map(({ restriction }) => (restriction ?? 'not reported') || 'none'))];
  return listed(kinds.sort((a, b) => a.localeCompare(b, 'en')));
};

/** 'Rule 144 before, none after', where a transaction changed the restriction; null where it did not. */
export function restrictionChange({ canceled, issued }: JournalEntry): string | null {
  if (canceled.length === 0 || issued.length === 0) return null;
  const [before, after] = [text(canceled), text(issued)];
  return before === after ? null : `${before} before, ${after} after`;
}
