// Balances of each class by the control book, as of a day.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** A class's balances in the control book at the close of a day. */
export type ControlBalance = { authorized: bigint; issued: bigint; treasury: bigint; reserved: bigint };

export const noControl: ControlBalance = { authorized: 0n, issued: 0n, treasury: 0n, reserved: 0n };

/** The control book's balances per class as of the close of a day. */
export async function controlBalances(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<ReadonlyMap<bigint, ControlBalance>> {
  const { rows } = await db.query<ControlBalance & { class_id: bigint }>(
    `select class_id, sum(authorized_delta)::bigint as authorized, sum(issued_delta)::bigint as issued,
            sum(treasury_delta)::bigint as treasury, sum(reserved_delta)::bigint as reserved
       from control_entry where issuer_id = $1 and effective_on <= $2 group by class_id`,
    [issuerId, day],
  );
  return new Map(rows.map(({ class_id, ...balance }) => [class_id, balance]));
}

/** Outstanding shares per class by the control book, which is maintained separately from the certificates. */
export async function controlOutstanding(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await db.query<{ class_id: bigint; outstanding: bigint }>(
    `select class_id, sum(issued_delta - treasury_delta)::bigint as outstanding
       from control_entry where issuer_id = $1 and effective_on <= $2 group by class_id`,
    [issuerId, cutoff],
  );
  return new Map(rows.map((row) => [row.class_id, row.outstanding]));
}
