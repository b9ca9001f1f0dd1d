import { env } from '../env.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { migrate } from '../postgres/migrate.ts';
import { openPool, verifyServer, withTransaction } from '../postgres/pool.ts';
import { type DatabaseUrls, type Keeper, shareTables } from '../postgres/roles.ts';
import { addPerson } from './accounts.ts';
import { demoPassword, demoPeople } from './demo.ts';
import { resealSecondFactors } from './second-factor.ts';

/** Nobody signs in as this role. Entries of the trail are added through its function and by no other way. */
const trailKeeper: Keeper = {
  owner: 'audit_keeper',
  tables: ['audit', 'audit_head'],
  functions: ['audit_append', 'audit_refuse_change', 'audit_head_refuse', 'audit_digest', 'audit_text'],
};

/** The dashboard's database as a command reaches it. `release` lets go of the embedded server, when it is that. */
export type Store = { urls: DatabaseUrls; release(): Promise<void> };

/** The database DATABASE_URL names, else the embedded one, which is started when it does not run. Not migrated yet. */
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
 * Brings the dashboard's database to this program's version as its owner, and gives the role the program works as no more
 * than rows; with `demo`, also creates the five demo people unless they exist. While a rotation of NEXTAUTH_SECRET lasts,
 * second factors are put under the new one, whether their owners come or not. Called by the start script and by
 * commands, never by a request.
 */
export async function prepareStore(urls: DatabaseUrls, options: { demo: boolean }): Promise<void> {
  const pool = openPool(urls.url, { max: 2, applicationName: 'sharebook prepare' });
  try {
    await verifyServer(pool);
    await migrate(urls.ownerUrl ?? urls.url, new URL('../store/migrations/', import.meta.url));
    await shareTables(pool, urls, trailKeeper);
    if (env().rotating) await resealSecondFactors(pool);
    if (!options.demo) return;
    for (const person of demoPeople) {
      const { rowCount } = await pool.query('select 1 from person where email_key = $1', [person.email]);
      if (rowCount === 0) {
        await withTransaction(pool, (client) =>
          addPerson(client, { ...person, password: demoPassword, isDemo: true }),
        );
      }
    }
  } finally {
    await pool.end();
  }
}
