import type { Pool } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded';
import { migrate } from '#lib/postgres/migrate';
import { openPool, verifyServer } from '#lib/postgres/pool';

export type RegistryDatabase = {
  pool: Pool;
  url: string;
  /** Ends the pool and lets go of the embedded server, when it is that. */
  release(): Promise<void>;
};

const embeddedName = 'registry';
const migrations = new URL('./migrations/', import.meta.url);

/**
 * The registry's database, migrated: the given server, else the embedded one below `dataDir`, adopted when it already runs
 * (decisions, "Configuration" and ruling 21). Throws a sentence when it can lose writes or is not ours.
 */
export async function openDatabase(
  where: { databaseUrl: string | undefined; dataDir: string },
  options: { connectionsMax: number; applicationName: string; waitMs?: number },
): Promise<RegistryDatabase> {
  const embedded = where.databaseUrl ? undefined : await startEmbedded({ dataDir: where.dataDir });
  let pool: Pool | undefined;
  const release = async () => {
    await pool?.end();
    await embedded?.release();
  };
  try {
    await embedded?.ensureDatabase(embeddedName);
    const url = where.databaseUrl ?? embedded?.urlFor(embeddedName) ?? '';
    const { connectionsMax: max, applicationName, waitMs } = options;
    pool = openPool(url, { max, applicationName, waitMs });
    await verifyServer(pool);
    await migrate(url, migrations);
    return { pool, url, release };
  } catch (error) {
    await release();
    throw error;
  }
}
