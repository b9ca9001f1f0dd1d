// Reads one page of a query and the number of all its rows.

import type { QueryResultRow } from 'pg';
import type { Db } from '#registry/db/session';

export type Page = { start: number; numberOfRows: number };

/**
 * One page of a query and the number of all its rows. `from` is the text from "from" on without its order, so that
 * the count reads nothing else.
 */
export async function pageOf<Row extends QueryResultRow>(
  db: Db,
  { columns, from, order, values }: { columns: string; from: string; order: string; values: unknown[] },
  { start, numberOfRows }: Page,
): Promise<{ total: bigint; rows: Row[] }> {
  const counted = await db.query<{ total: bigint }>(`select count(*) as total ${from}`, values);
  const total = counted.rows[0]?.total ?? 0n;
  if (BigInt(start) >= total) return { total, rows: [] };
  const next = values.length + 1;
  const { rows } = await db.query<Row>(
    `select ${columns} ${from} order by ${order} offset $${next}::bigint limit $${next + 1}::bigint`,
    [...values, start, numberOfRows],
  );
  return { total, rows };
}
