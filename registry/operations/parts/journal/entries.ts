// Reads the transactions of a journal with their certificates and what they changed in each class.

import type { PoolClient } from 'pg';
import type { HolderWithAddress } from '#registry/queries/holder-records';
import {
  type JournalLine,
  type JournalSelection,
  type JournalTransaction,
  journalBatches,
} from '#registry/queries/journal';

/** A transaction's effect on one class, treasury included; `outstanding` is its net without treasury. */
export type ClassMove = { classId: bigint; canceled: bigint; issued: bigint; outstanding: bigint };

export type JournalEntry = {
  txn: JournalTransaction;
  lines: readonly JournalLine[];
  /** All holders in the lines, by id. */
  holders: ReadonlyMap<bigint, HolderWithAddress>;
  moves: readonly ClassMove[];
};

/** The transactions of a selection with their certificates, one at a time, in the journal's order. */
export async function* journalEntries(
  client: PoolClient,
  selection: JournalSelection,
): AsyncGenerator<JournalEntry> {
  for await (const { transactions, linesOf, holders } of journalBatches(client, selection)) {
    for (const txn of transactions) {
      const lines = linesOf.get(txn.id) ?? [];
      yield { txn, lines, holders, moves: movesOf(lines) };
    }
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
