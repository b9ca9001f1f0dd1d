import type { CalendarDate } from '#lib/format/dates';
import type { RegisterRow } from '../queries/register-rows.ts';

/** A holder's certificates of one class, as the list shows them in one row. */
export type ListGroup = { holder: RegisterRow; classId: bigint; certificates: RegisterRow[] };

/**
 * What a run of certificates adds up to at a cutoff. Canceled ones are counted apart, by number: their shares may be from
 * before and after a split and must not be added (domain §6, §9.5).
 */
export type ListSums = {
  holders: bigint;
  outstanding: bigint;
  restricted: bigint;
  certificates: bigint;
  canceled: bigint;
};

export function emptySums(): ListSums {
  return { holders: 0n, outstanding: 0n, restricted: 0n, certificates: 0n, canceled: 0n };
}

/** Outstanding at the close of the cutoff; the row is known to be issued by then (domain §2). */
export function outstandingAt(row: RegisterRow, cutoff: CalendarDate): boolean {
  return row.canceled_on > cutoff;
}

/** Puts neighboring rows of the same holder and class together; the rows come sorted that way. */
export async function* listGroups(rows: AsyncIterable<RegisterRow>): AsyncGenerator<ListGroup> {
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

/** Sums of one group; `holders` is 1 when any share is outstanding. */
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

/** Adds a group to its class's totals. */
export function addGroup(totals: Map<bigint, ListSums>, group: ListGroup, cutoff: CalendarDate): void {
  const total = totals.get(group.classId) ?? emptySums();
  const sums = sumsOf(group, cutoff);
  totals.set(group.classId, {
    holders: total.holders + sums.holders,
    outstanding: total.outstanding + sums.outstanding,
    restricted: total.restricted + sums.restricted,
    certificates: total.certificates + sums.certificates,
    canceled: total.canceled + sums.canceled,
  });
}
