// Combines certificates to the book-entry positions and movements of a DRS statement.

import type { CalendarDate } from '#lib/format/dates';
import type { DrsRow } from '#registry/queries/reports/drs-rows';
import { certificateName, transactionTypeText } from '../parts/display-text.ts';
import type { HeldShares } from '../parts/report/broker-guidance.ts';

/** A line of the statement: a change of a book-entry position; `change` is signed. */
export type DrsMovement = {
  day: CalendarDate;
  description: string;
  position: string;
  change: bigint;
  balance: bigint;
};

/** One account's book-entry shares of one class over a period. */
export type DrsPosition = {
  holder: DrsRow;
  classId: bigint;
  opening: bigint;
  movements: DrsMovement[];
  closing: bigint;
  /** The part of the closing book-entry shares that came from the reinvestment plan. */
  plan: bigint;
  certificated: bigint;
  /** Outstanding shares at the close of the period. */
  held: HeldShares[];
};

/** Combines consecutive rows of a holder and class into one position; none without book entry in the period. */
export async function* drsPositions(
  rows: AsyncIterable<DrsRow>,
  from: CalendarDate,
  cutoff: CalendarDate,
): AsyncGenerator<DrsPosition> {
  let group: DrsRow[] = [];
  for await (const row of rows) {
    const first = group[0];
    if (first && (first.holder_id !== row.holder_id || first.class_id !== row.class_id)) {
      if (group.some((each) => each.form === 'BookEntry')) yield position(group, from, cutoff);
      group = [];
    }
    group.push(row);
  }
  if (group.some((each) => each.form === 'BookEntry')) yield position(group, from, cutoff);
}

function position(rows: readonly DrsRow[], from: CalendarDate, cutoff: CalendarDate): DrsPosition {
  const [holder] = rows;
  if (!holder) throw new Error('A position has at least one certificate.');
  const entries = rows.filter((row) => row.form === 'BookEntry');
  const live = rows.filter((row) => row.canceled_on > cutoff);
  const opening = sum(entries.filter((row) => row.issued_on < from));
  const moves = entries.flatMap((row) => movesOf(row, from, cutoff));
  // Within a transaction cancellations come first, so that the balance never counts shares twice.
  moves.sort((a, b) =>
    a.day < b.day
      ? -1
      : a.day > b.day
        ? 1
        : Number(a.txn - b.txn) || Number(a.change > 0n) - Number(b.change > 0n),
  );
  let balance = opening;
  const movements = moves.map(({ day, description, position: name, change }): DrsMovement => {
    balance += change;
    return { day, description, position: name, change, balance };
  });
  return {
    holder,
    classId: holder.class_id,
    opening,
    movements,
    closing: balance,
    plan: sum(live.filter((row) => row.form === 'BookEntry' && row.issued_sub_kind === 'Reinvestment plan')),
    certificated: sum(live.filter((row) => row.form === 'Certificate')),
    held: live.map(({ form, restriction, shares, is_stopped: isStopped }) => ({
      form,
      restriction,
      shares,
      isStopped,
    })),
  };
}

type Move = { day: CalendarDate; txn: bigint; description: string; position: string; change: bigint };

function movesOf(row: DrsRow, from: CalendarDate, cutoff: CalendarDate): Move[] {
  const name = certificateName(row.prefix, row.number);
  const moves: Move[] = [];
  if (row.issued_on >= from) {
    const description = describe(row.issued_kind, row.issued_sub_kind);
    moves.push({ day: row.issued_on, txn: row.issued_txn, description, position: name, change: row.shares });
  }
  if (row.canceled_on <= cutoff && row.canceled_txn !== null) {
    const description = describe(row.canceled_kind ?? '', row.canceled_sub_kind ?? '');
    moves.push({
      day: row.canceled_on,
      txn: row.canceled_txn,
      description,
      position: name,
      change: -row.shares,
    });
  }
  return moves;
}

function describe(kind: string, subKind: string): string {
  return [transactionTypeText(kind), subKind].filter(Boolean).join(', ');
}

function sum(rows: readonly DrsRow[]): bigint {
  return rows.reduce((total, row) => total + row.shares, 0n);
}
