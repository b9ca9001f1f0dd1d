// The registry program: opens the database, serves HTTP and drains at SIGTERM.

import { resolve } from 'node:path';
import { demoLastDay, loadDemo } from '#demo/demo';
import { openDataFolder } from '#lib/data-dir/data-folder';
import { beginJournal } from '#lib/data-dir/disabled-journal';
import { openJsonLog } from '#lib/metrics/json-log';
import { rejectExposed } from '#lib/net/exposure';
import { rejectExposedRoles } from '#lib/postgres/exposed-role';
import { withTransaction } from '#lib/postgres/pool';
import { oneRole } from '#lib/postgres/roles';
import { addDemoClients } from './access/clients.ts';
import { clockIn } from './clock.ts';
import { openDatabase, type RegistryDatabase } from './db/open.ts';
import { ConfigurationError, forgetOwner, readEnv } from './env.ts';
import { createServer, type RegistryServer } from './server.ts';

/** Shorter than the shutdown timeout of the parent process. */
const drainMs = 25_000;
/** Shorter than the client's timeout: a response nobody waits for only delays others. */
const waitMs = 10_000;

async function start(): Promise<void> {
  const env = readEnv();
  rejectExposed(env.exposure);
  const clock = clockIn(env.timeZone, env.fixedNow);
  let lost = 0;
  const log = openJsonLog(() => (lost += 1));
  openDataFolder(resolve(env.dataDir));
  beginJournal(env.dataDir);
  const database = await openDatabase(env, {
    connectionsMax: 16,
    applicationName: 'sharebook registry',
    waitMs,
  });
  forgetOwner();
  if (env.databaseUrl && !env.databaseOwnerUrl) console.log(oneRole('REGISTRY_DATABASE_OWNER_URL'));
  try {
    await rejectExposedRoles(env.exposure, {
      REGISTRY_DATABASE_URL: database.url,
      REGISTRY_DATABASE_OWNER_URL: env.databaseOwnerUrl,
      REGISTRY_REPORTS_DATABASE_URL: env.reportsDatabaseUrl,
    });
    if (env.demo) {
      await database.asOwner((owner) =>
        loadDemo(owner, { lastDay: demoLastDay, items: { ...env.work, clock } }),
      );
      await withTransaction(database.pool, (db) => addDemoClients(db, clock.now()));
    }
    const server = await createServer({
      ...env,
      demoClients: env.demo,
      pool: database.pool,
      databaseUrl: database.url,
      clock,
      log,
      lostLines: () => lost,
    });
    drainOnSignals(server, database);
    console.log(`The registry is ready at ${server.baseUrl}`);
    process.send?.({ ready: true, baseUrl: server.baseUrl, port: server.port });
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** A second signal while draining closes the port at once. Losing the parent process counts as a signal. */
function drainOnSignals(server: RegistryServer, database: RegistryDatabase): void {
  let draining = false;
  const hurry = new AbortController();
  const drain = () => {
    if (draining) return hurry.abort();
    draining = true;
    server
      .close(drainMs, hurry.signal)
      .then(() => database.release())
      .then(
        () => process.exit(0),
        (error: Error) => fail(error),
      );
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  if (process.send) process.on('disconnect', drain);
}

function fail(error: Error): never {
  console.error(
    error instanceof ConfigurationError ? error.message : `The registry cannot start: ${error.message}`,
  );
  process.exit(1);
}

await start().catch(fail);
