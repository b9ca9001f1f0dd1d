import { isBusinessDay } from '#lib/format/business-days';
import { addDays, isDate } from '#lib/format/dates';
import { type StatusRow, turnaroundDays } from '../../status.ts';

/** Where an item stands against the clock; 'undated' when the registry gave no day of receipt. */
export type Age = 'late' | 'today' | 'within' | 'undated';

export type QueueRow = StatusRow & {
  issuer: number;
  issuerName: string;
  /** The last day in time, '' when unknown. */
  due: string;
  age: Age;
};

/** The last business day in time for what was received on `received`: the third after it (domain §9.1, 9a). */
export function dueDay(received: string): string {
  let day = received;
  for (let left = turnaroundDays; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** Late after the due day, due today on it, else within time. */
export function ageOf(received: string, today: string): Age {
  if (!isDate(received)) return 'undated';
  const due = dueDay(received);
  return today > due ? 'late' : today === due ? 'today' : 'within';
}

/** A pending transaction with its issuer and its clock. */
export function queueRow(row: StatusRow, issuer: number, issuerName: string, today: string): QueueRow {
  return {
    ...row,
    issuer,
    issuerName,
    due: isDate(row.received) ? dueDay(row.received) : '',
    age: ageOf(row.received, today),
  };
}

export type QueueSummary = {
  pending: number;
  late: number;
  dueToday: number;
  /** The longest wait in business days; null when nothing waits with a known day. */
  oldest: QueueRow | null;
};

/** Counts over the rows and the one that has waited longest. */
export function queueSummary(rows: readonly QueueRow[]): QueueSummary {
  const dated = rows.filter((row) => row.days !== null);
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
  /** Rejected items among those received on or after the day asked for. */
  rows: readonly StatusRow[];
  /** Rejected today; null when the list gives no day of rejection, as the interface's own does not. */
  today: number | null;
};

/** What the status list tells of rejections: the day only where a registry fills the completed date (domain §4). */
export function rejectedOf(rows: readonly StatusRow[], today: string): Rejected {
  const dated = rows.some((row) => isDate(row.completed));
  return { rows, today: dated ? rows.filter((row) => row.completed === today).length : null };
}
