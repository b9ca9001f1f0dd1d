// Due dates of pending transactions, and their counts.

import { isBusinessDay } from '#lib/format/business-days';
import { addDays, isDate } from '#lib/format/dates';
import { hasTurnaround, type StatusRow, turnaroundDays } from '#lib/register/transactions/status';

/**
 * Due status of an item; 'undated' when the registry gave no received date, 'exempt' for an issuance, which is
 * no item for transfer and has no due date.
 */
export type Age = 'late' | 'today' | 'within' | 'undated' | 'exempt';

export type QueueRow = StatusRow & {
  issuer: number;
  issuerName: string;
  /** The due date, '' when unknown or none. */
  due: string;
  age: Age;
};

/** Due date of an item received on `received`: the third business day after it (SEC Rule 17Ad-2). */
export function dueDay(received: string): string {
  let day = received;
  for (let left = turnaroundDays; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** Late after the due date, due today on it, else within time. */
export function ageOf(received: string, today: string): Age {
  if (!isDate(received)) return 'undated';
  const due = dueDay(received);
  return today > due ? 'late' : today === due ? 'today' : 'within';
}

/** A pending transaction with its issuer and due status. */
export function queueRow(row: StatusRow, issuer: number, issuerName: string, today: string): QueueRow {
  const own = { ...row, issuer, issuerName };
  if (!hasTurnaround(row)) return { ...own, due: '', age: 'exempt' };
  const due = isDate(row.received) ? dueDay(row.received) : '';
  return { ...own, due, age: ageOf(row.received, today) };
}

export type QueueSummary = {
  pending: number;
  late: number;
  dueToday: number;
  /** The oldest item with a due date; null when there is none. */
  oldest: QueueRow | null;
};

/** Counts over the rows and the oldest item. */
export function queueSummary(rows: readonly QueueRow[]): QueueSummary {
  const dated = rows.filter((row) => row.days !== null && row.age !== 'exempt');
  return {
    pending: rows.length,
    late: rows.filter(({ age }) => age === 'late').length,
    dueToday: rows.filter(({ age }) => age === 'today').length,
    oldest: dated.reduce<QueueRow | null>(
      (oldest, row) => (oldest === null || row.received < oldest.received ? row : oldest),
      null,
    ),
  };
}

export type Rejected = {
  count: number;
  /** Rejected today; null when the list gives no rejection date, as the interface does not define one. */
  today: number | null;
};

/**
 * Counts of rejections. A list of rejections gives each date; a status list only where a registry fills the completed
 * date.
 */
export function rejectedOf(
  rows: readonly { completed: string }[],
  today: string,
  givesDates: boolean,
): Rejected {
  const isDated = givesDates || rows.some((row) => isDate(row.completed));
  return {
    count: rows.length,
    today: isDated ? rows.filter((row) => row.completed === today).length : null,
  };
}
