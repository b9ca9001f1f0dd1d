// Groups certificates by holder and class, with sums, for lists and statements.

import type { CalendarDate } from '#lib/format/dates';
import type {
  CertificateRow,
  ListedHolder,
  SummedRow,
} from '#registry/queries/reports/certificates-by-holder';

/** A holder's certificates of one class. */
export type ListGroup = { holder: CertificateRow; classId: bigint; certificates: CertificateRow[] };

/**
 * Sums of a group of certificates at a cutoff. Canceled ones are only counted: their shares may be from before
 * and after a split and must not be summed.
 */
export type ListSums = {
  holders: bigint;
  outstanding: bigint;
  restricted: bigint;
  certificates: bigint;
  canceled: bigint;
};

/** One row of the list, with certificates only when requested. */
export type ListEntry = {
  holder: ListedHolder;
  classId: bigint;
  sums: ListSums;
  certificates: readonly CertificateRow[];
};

export function emptySums(): ListSums {
  return { holders: 0n, outstanding: 0n, restricted: 0n, certificates: 0n, canceled: 0n };
}

/** True when outstanding at the close of the cutoff; the row must be issued by then. */
export function outstandingAt(row: CertificateRow, cutoff: CalendarDate): boolean {
  return row.canceled_on > cutoff;
}

/** Groups consecutive rows of the same holder and class; the rows are sorted that way. */
export async function* listGroups(rows: AsyncIterable<CertificateRow>): AsyncGenerator<ListGroup> {
  let group: ListGroup | undefined;
  for await (const row of rows) {
    if (group && group.holder.holder_id === row.holder_id && group.classId === row.class_id) {
      group.certificates.push(row);
      continue;
    }
    if (group) yield group;
    group = { holder: row, classId: row.class_id, certificates: [row] };
  }
  if (group) yield group;
}

/** Sums of one group; `holders` is 1 when it has outstanding shares. */
export function sumsOf(group: ListGroup, cutoff: CalendarDate): ListSums {
  const sums = emptySums();
  for (const row of group.certificates) {
    if (!outstandingAt(row, cutoff)) {
      sums.canceled += 1n;
      continue;
    }
    sums.outstanding += row.shares;
    sums.certificates += 1n;
    if (row.restriction !== 'N') sums.restricted += row.shares;
  }
  sums.holders = sums.outstanding > 0n ? 1n : 0n;
  return sums;
}

/** Entries with their certificates. */
export async function* detailedEntries(
  rows: AsyncIterable<CertificateRow>,
  cutoff: CalendarDate,
): AsyncGenerator<ListEntry> {
  for await (const group of listGroups(rows)) yield { ...group, sums: sumsOf(group, cutoff) };
}

/** Entries already summed by the database. */
export async function* summedEntries(rows: AsyncIterable<SummedRow>): AsyncGenerator<ListEntry> {
  for await (const row of rows) {
    const { class_id: classId, outstanding, restricted, certificates, canceled } = row;
    const holders = outstanding > 0n ? 1n : 0n;
    const sums = { holders, outstanding, restricted, certificates, canceled };
    yield { holder: row, classId, sums, certificates: none };
  }
}

const none: readonly CertificateRow[] = [];

/** Adds an entry to its class's totals. */
export function addEntry(totals: Map<bigint, ListSums>, { classId, sums }: ListEntry): void {
  const total = totals.get(classId) ?? emptySums();
  total.holders += sums.holders;
  total.outstanding += sums.outstanding;
  total.restricted += sums.restricted;
  total.certificates += sums.certificates;
  total.canceled += sums.canceled;
  totals.set(classId, total);
}
