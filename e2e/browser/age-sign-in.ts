import { Client } from 'pg';
import { startEmbedded } from '#lib/postgres/embedded/start';

/** Sets the last sign-in of every session of a user back by `minutes`, so that re-authentication is due. */
export async function ageSignIn(email: string, minutes: number): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('Only the Sharebook that the journeys started can be aged.');
  const { E2E_STORE_URL: storeUrl } = process.env;
  const embedded = storeUrl ? undefined : await startEmbedded({ dataDir });
  const client = new Client(storeUrl ?? embedded?.urlFor('dashboard'));
  try {
    await client.connect();
    await client.query(
      `update session set authenticated_at = authenticated_at - $2 * interval '1 minute'
        where person = (select id from person where email = $1)`,
      [email, minutes],
    );
  } finally {
    await client.end();
    await embedded?.release();
  }
}
