// Opens the registry's database: starts the embedded server if none is configured, migrates, grants roles.

import type { Pool } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { migrate } from '#lib/postgres/migrate';
import { openPool, verifyServer } from '#lib/postgres/pool';
import { type DatabaseUrls, shareTables } from '#lib/postgres/roles';
import { analyzedTables } from './analyzed-tables.ts';

export type RegistryDatabase = {
  /** Connected as the role that may read and write rows. */
  pool: Pool;
  url: string;
  /** Connected as the owner of the tables, for bulk loads, restores and statistics. */
  asOwner<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /** Ends the pool and releases the embedded server if it is used. */
  release(): Promise<void>;
};

/** First version in which another role than the owner can be let gather statistics. */
const maintainSince = 170_000;

/**
 * Lets the runtime role bring in a register: temporary tables, in which its rows wait, and statistics of the tables that
 * are filled. Does nothing where it may already, or where the owner of the tables may not grant it
 * (docs/operations.md).
 */
async function allowPosting(pool: Pool, { ownerUrl }: DatabaseUrls): Promise<void> {
  const version = await pool.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const isRecent = Number(version.rows[0]?.version) >= maintainSince;
  const { rows } = await pool.query<{ name: string; role: string; may: boolean }>(
    `select quote_ident(current_database()) as name, quote_ident(current_user) as role,
            has_database_privilege(current_database(), 'temporary')
              ${isRecent ? `and (select bool_and(has_table_privilege(one, 'maintain')) from unnest($1::text[]) as one)` : ''}
              as may`,
    isRecent ? [analyzedTables] : [],
  );
  const found = rows[0];
  if (!found || found.may || ownerUrl === null) return;
  const owner = openPool(ownerUrl, { max: 1, applicationName: 'sharebook roles' });
  try {
    await owner.query(`grant temporary on database ${found.name} to ${found.role}`);
    if (isRecent) await owner.query(`grant maintain on ${analyzedTables.join(', ')} to ${found.role}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
  } finally {
    await owner.end();
  }
}

const embeddedName = 'registry';
const migrations = new URL('./migrations/', import.meta.url);

/**
 * Opens the registry's database after its owner has migrated it: the configured server, else the embedded one
 * below `dataDir`, which is reused when it already runs. Throws a readable error when the server can lose
 * writes or the database is not ours.
 */
export async function openDatabase(
  where: { databaseUrl: string | undefined; databaseOwnerUrl?: string | undefined; dataDir: string },
  options: { connectionsMax: number; applicationName: string; waitMs?: number },
): Promise<RegistryDatabase> {
  const embedded = where.databaseUrl ? undefined : await startEmbedded({ dataDir: where.dataDir });
  let pool: Pool | undefined;
  const release = async () => {
    await pool?.end();
    await embedded?.release();
  };
  try {
    const given = { url: where.databaseUrl ?? '', ownerUrl: where.databaseOwnerUrl ?? null };
    const urls: DatabaseUrls = (await embedded?.ensureDatabase(embeddedName)) ?? given;
    const { connectionsMax: max, applicationName, waitMs } = options;
    pool = openPool(urls.url, { max, applicationName, waitMs });
    await verifyServer(pool);
    const ownerUrl = urls.ownerUrl ?? urls.url;
    await migrate(ownerUrl, migrations);
    await shareTables(pool, urls);
    await allowPosting(pool, urls);
    const asOwner = async <T>(work: (owner: Pool) => Promise<T>) => {
      const owner = openPool(ownerUrl, { max: 2, applicationName });
      return work(owner).finally(() => owner.end());
    };
    return { pool, url: urls.url, asOwner, release };
  } catch (error) {
    await release();
    throw error;
  }
}
