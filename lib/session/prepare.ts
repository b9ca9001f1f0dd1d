import { env } from '../env.ts';
import { migrate } from '../postgres/migrate.ts';
import { openPool, verifyServer, withTransaction } from '../postgres/pool.ts';
import { addPerson } from './accounts.ts';
import { demoPassword, demoPeople } from './demo.ts';
import { resealSecondFactors } from './second-factor.ts';

/**
 * Brings the dashboard's database to this program's version; with `demo`, also creates the five demo people unless
 * they exist (decisions, "Demo"). While a rotation of NEXTAUTH_SECRET lasts, second factors are put under the new one,
 * whether their owners come or not. Called by the start script and by `npm run users`, never by a request.
 */
export async function prepareStore(url: string, options: { demo: boolean }): Promise<void> {
  const pool = openPool(url, { max: 2, applicationName: 'sharebook prepare' });
  try {
    await verifyServer(pool);
    await migrate(url, new URL('../store/migrations/', import.meta.url));
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
