import type { ClientBase, Pool } from 'pg';

/** Whether this database has the extension Citus: its tables can be distributed, or are. */
export async function hasCitus(db: ClientBase | Pool): Promise<boolean> {
  const { rowCount } = await db.query(`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}
