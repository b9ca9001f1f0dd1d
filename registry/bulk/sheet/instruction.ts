// Kinds of bulk instructions, the values of their rows, and the idempotency key made from them.

import { createHash } from 'node:crypto';

export type BulkKind = 'Issuance' | 'Transfer' | 'HolderUpdate';

/** The fields of a row by key; blank ones are left out. */
export type Values = Readonly<Record<string, string>>;

/** The kind of instruction that the rows of a sheet are. */
export const kindOfSheet: Readonly<Record<string, BulkKind>> = {
  issuances: 'Issuance',
  transfers: 'Transfer',
  holder_updates: 'HolderUpdate',
};

/** The fields of a read row that are filled, in the order of their keys. */
export function filled(values: Readonly<Record<string, string | null>>): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '')
      .map(([key, value]): [string, string] => [key, value.normalize('NFC')])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * The idempotency ID of an instruction: from what it says, and how often the same was said before it in the file. Name
 * and order of the file and who sends it do not count, so that the same sheet has one effect whoever sends it. The
 * batch is a field of each row.
 */
export function keyOf(kind: BulkKind, rows: readonly Values[], occurrence: number): string {
  const text = JSON.stringify([kind, rows, occurrence]);
  return `b1-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/** Counts how often the same content was said. */
export function occurrences(): (kind: BulkKind, rows: readonly Values[]) => number {
  const seen = new Map<string, number>();
  return (kind, rows) => {
    const key = keyOf(kind, rows, 0);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count;
  };
}
