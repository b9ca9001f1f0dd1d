// Opens and migrates the dashboard's database.

import { env } from '../env.ts';
import { startEmbedded } from '../postgres/embedded/start.ts';
import { migrate } from '../postgres/migrate.ts';
import { openPool, verifyServer, withTransaction } from '../postgres/pool.ts';
import { type DatabaseUrls, type Keeper, shareTables } from '../postgres/roles.ts';
import { addUser } from './accounts/accounts.ts';
import { demoPassword, demoUsers } from './accounts/demo.ts';
import { reencryptSecondFactors } from './second-factor/second-factor.ts';

/** Nobody signs in as this role. Audit entries can be added only through its function. */
const trailKeeper: Keeper = {
  owner: 'audit_keeper',
  tables: ['audit', 'audit_head'],
  functions: ['audit_append', 'audit_refuse_change', 'audit_head_refuse', 'audit_digest', 'audit_text'],
};

/** The dashboard's database for a command. `release` releases the server if it is the embedded one. */
export type Store = { urls: DatabaseUrls; release(): Promise<void> };

/** The database that DATABASE_URL names, else the embedded one, started if needed. Not migrated yet. */
export async function openStore(): Promise<Store> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = env();
  if (databaseUrl)
    return { urls: { url: databaseUrl, ownerUrl: databaseOwnerUrl }, release: async () => undefined };
  const embedded = await startEmbedded({ dataDir });
  try {
    return { urls: await embedded.ensureDatabase('dashboard', trailKeeper.owner), release: embedded.release };
  } catch (error) {
    await embedded.release();
    throw error;
  }
}

/**
 * Migrates the dashboard's database as its owner, and limits the role the program works as to rows; with
 * `demo`, also creates the five demo users unless they exist. During a rotation of NEXTAUTH_SECRET, all second
 * factors are re-encrypted under the new one. Called by the start script and by commands, never by a request.
 */
export async function prepareStore(urls: DatabaseUrls, options: { demo: boolean }): Promise<void> {
  const pool = openPool(urls.url, { max: 2, applicationName: 'sharebook prepare' });
  try {
    await verifyServer(pool);
    await migrate(urls.ownerUrl ?? urls.url, new URL('../store/migrations/', import.meta.url));
    await shareTables(pool, urls, trailKeeper);
    if (env().rotating) await reencryptSecondFactors(pool);
    if (!options.demo) return;
    for (const user of demoUsers) {
      const { rowCount } = await pool.query('select 1 from person where email_key = $1', [user.email]);
      if (rowCount === 0) {
        await withTransaction(pool, (client) =>
          addUser(client, { ...user, password: demoPassword, isDemo: true }),
        );
      }
    }
  } finally {
    await pool.end();
  }
}
