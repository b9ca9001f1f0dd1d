import type { PoolClient } from 'pg';
import {
  type JournalLine,
  type JournalSelection,
  type JournalTransaction,
  journalLines,
  journalTransactions,
} from '../queries/journal.ts';

/** What a transaction did to one class, treasury included; `outstanding` is its net without treasury. */
export type ClassMove = { classId: bigint; canceled: bigint; issued: bigint; outstanding: bigint };

export type JournalEntry = {
  txn: JournalTransaction;
  lines: readonly JournalLine[];
  moves: readonly ClassMove[];
};

/** The transactions of a selection with their certificates, one at a time, in the journal's order (domain §9.11). */
export async function* journalEntries(
  client: PoolClient,
  selection: JournalSelection,
): AsyncGenerator<JournalEntry> {
  const transactions = await journalTransactions(client, selection);
  const lines = journalLines(client, selection)[Symbol.asyncIterator]();
  try {
    let next = await lines.next();
    for (const txn of transactions) {
      const own: JournalLine[] = [];
      while (!next.done && next.value.txn_id === txn.id) {
        own.push(next.value);
        next = await lines.next();
      }
      yield { txn, lines: own, moves: movesOf(own) };
    }
  } finally {
    await lines.return?.();
  }
}

function movesOf(lines: readonly JournalLine[]): ClassMove[] {
  const moves = new Map<bigint, ClassMove>();
  for (const line of lines) {
    const move = moves.get(line.class_id) ?? {
      classId: line.class_id,
      canceled: 0n,
      issued: 0n,
      outstanding: 0n,
    };
    moves.set(line.class_id, move);
    if (line.is_issued) move.issued += line.shares;
    else move.canceled += line.shares;
    if (!line.is_treasury) move.outstanding += line.is_issued ? line.shares : -line.shares;
  }
  return [...moves.values()];
}
