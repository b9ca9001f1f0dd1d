import { withTransaction } from '#lib/postgres/pool';
import { addDemoClients } from './access/clients.ts';
import { clockIn } from './clock.ts';
import { openDatabase, type RegistryDatabase } from './db/open.ts';
import { ConfigurationError, readEnv } from './env.ts';
import { jsonLog } from './http/log.ts';
import { loadDemo } from './seed/demo.ts';
import { createServer, type RegistryServer } from './server.ts';

/** The fixed last day of the demo history (decisions, ruling 1). */
const demoLastDay = '2026-11-20';

/** Below the patience of the program that started us. */
const drainMs = 25_000;

async function start(): Promise<void> {
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const log = jsonLog((text) => process.stdout.write(text));
  const database = await openDatabase(env, { connectionsMax: 16, applicationName: 'sharebook registry' });
  try {
    if (env.demo) {
      await loadDemo(database.pool, { lastDay: demoLastDay });
      await withTransaction(database.pool, (db) => addDemoClients(db, clock.now()));
    }
    const server = await createServer({ ...env, pool: database.pool, databaseUrl: database.url, clock, log });
    drainOnSignals(server, database);
    console.log(`The registry is ready at ${server.baseUrl}`);
    process.send?.({ ready: true, baseUrl: server.baseUrl, port: server.port });
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** A second signal while draining changes nothing; losing the parent that started us is a signal too. */
function drainOnSignals(server: RegistryServer, database: RegistryDatabase): void {
  let draining = false;
  const drain = () => {
    if (draining) return;
    draining = true;
    server
      .close(drainMs)
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
