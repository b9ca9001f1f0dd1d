import type { Pool } from 'pg';
import { distribute } from '#registry/db/distribute';

/** Distributes the tables of a new database where the server of the tests is a Citus coordinator. */
export async function distributeOnCitus(owner: Pool): Promise<void> {
  const { rowCount } = await owner.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 1) await distribute(owner, { isDryRun: false });
}
