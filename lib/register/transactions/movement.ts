// Adds up canceled and issued shares of journal lines by class.

import { sum } from '../bigint-math.ts';
import type { JournalEntry, JournalLine } from './journal.ts';

/** Effect of a transaction on one class. */
export type ClassMove = {
  className: string;
  canceled: bigint | null;
  issued: bigint | null;
  /** Issued less canceled. */
  net: bigint | null;
};

const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);

/** Shares canceled and issued per class, in the order of the lines. */
export function movesByClass(lines: Iterable<JournalLine>): ClassMove[] {
  const sides = new Map<string, { canceled: (bigint | null)[]; issued: (bigint | null)[] }>();
  for (const line of lines) {
    const side = sides.get(line.className) ?? { canceled: [], issued: [] };
    sides.set(line.className, side);
    side[line.side].push(line.shares);
  }
  return [...sides].map(([className, side]) => {
    const canceled = sum(side.canceled);
    const issued = sum(side.issued);
    return { className, canceled, issued, net: minus(issued, canceled) };
  });
}

export const linesOfEntry = (entry: JournalEntry): readonly JournalLine[] => [
  ...entry.canceled,
  ...entry.issued,
];
