import { lineWriter } from '#lib/metrics/line-writer';
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
/** Below the patience of who asks: an answer that nobody waits for any more only keeps others waiting. */
const waitMs = 10_000;

async function start(): Promise<void> {
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  let lost = 0;
  const log = jsonLog(lineWriter(1, () => (lost += 1)));
  const database = await openDatabase(env, {
    connectionsMax: 16,
    applicationName: 'sharebook registry',
    waitMs,
  });
  try {
    if (env.demo) {
      await loadDemo(database.pool, { lastDay: demoLastDay });
      await withTransaction(database.pool, (db) => addDemoClients(db, clock.now()));
    }
    const server = await createServer({
      ...env,
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

/** A second signal while draining closes the address at once; losing the parent that started us is a signal too. */
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
