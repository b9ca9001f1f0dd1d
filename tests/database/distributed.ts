// Databases of tests on a server that REGISTRY_DATABASE_URL names.

import type { Pool } from 'pg';
import { demoLastDay, loadDemo } from '#demo/demo';
import { hasCitus } from '#lib/postgres/citus';
import { distribute } from '#registry/db/distribute';
import { openDatabase } from '#registry/db/open';

/** Distributes the tables of a new database where the server of the tests is a Citus coordinator. */
export async function distributeOnCitus(owner: Pool): Promise<void> {
  if (await hasCitus(owner)) await distribute(owner, { isDryRun: false });
}

/** Loads the demo, then distributes it where the server can: the setting of the database counts for new connections. */
export async function loadDemoOutside(databaseUrl: string, dataDir: string): Promise<void> {
  const database = await openDatabase(
    { databaseUrl, dataDir },
    { connectionsMax: 2, applicationName: 'demo outside' },
  );
  await database.asOwner((owner) => loadDemo(owner, { lastDay: demoLastDay }));
  await database.asOwner(distributeOnCitus);
  await database.release();
}
