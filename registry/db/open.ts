import type { Pool } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { migrate } from '#lib/postgres/migrate';
import { openPool, verifyServer } from '#lib/postgres/pool';
import { type DatabaseUrls, shareTables } from '#lib/postgres/roles';

export type RegistryDatabase = {
  /** Connected as the role that may read and write rows. */
  pool: Pool;
  url: string;
  /** Connected as the owner of the tables, for bulk loads, restores and statistics. */
  asOwner<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /** Ends the pool and releases the embedded server if it is used. */
  release(): Promise<void>;
};

/**
 * Lets the runtime role create temporary tables, in which the rows of a register wait that is brought in. Does nothing
 * where it may already, or where the owner of the tables does not own the database (docs/operations.md).
 */
async function allowStaging(pool: Pool, { ownerUrl }: DatabaseUrls): Promise<void> {
  const { rows } = await pool.query<{ name: string; role: string; may: boolean }>(
    `select quote_ident(current_database()) as name, quote_ident(current_user) as role,
            has_database_privilege(current_database(), 'temporary') as may`,
  );
  const found = rows[0];
  if (!found || found.may || ownerUrl === null) return;
  const owner = openPool(ownerUrl, { max: 1, applicationName: 'sharebook roles' });
  try {
    await owner.query(`grant temporary on database ${found.name} to ${found.role}`);
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
    await allowStaging(pool, urls);
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
