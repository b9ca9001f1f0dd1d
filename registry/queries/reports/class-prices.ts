// Par values and latest prices of classes.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** Par value per class as exact decimal text; classes without one are absent. */
export async function classParValues(db: Db, issuerId: bigint): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ id: bigint; par_value: string }>(
    'select id, par_value from security_class where issuer_id = $1 and par_value is not null',
    [issuerId],
  );
  return new Map(rows.map((row) => [row.id, row.par_value]));
}

/** The last price of one unit of each class up to a day, exact decimal text; classes without one are absent. */
export async function classPrices(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ class_id: bigint; amount: string }>(
    `select distinct on (class_id) class_id, amount from price where issuer_id = $1 and day <= $2
      order by class_id, day desc`,
    [issuerId, day],
  );
  return new Map(rows.map((row) => [row.class_id, row.amount]));
}
