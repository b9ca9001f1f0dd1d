import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { openDataFolder } from '#lib/data-dir/data-folder';
import { withLock } from '../lock.ts';
import { pause } from '../processes.ts';
import { type DatabaseUrls, ensureDatabase, ownerOf, passwordFrom, runtimeOf } from '../roles.ts';
import { type Binaries, findBinaries, useAnotherServer } from './binaries.ts';
import { closeNetwork, ensureCluster, makeServerDir, readPassword, superuser } from './cluster.ts';
import { chooseRunMode } from './run-mode.ts';
import { findServer, logTail, type Running, signalTo, spawnServer, stopServer } from './server.ts';
import { addReference, countReferences } from './server-refcount.ts';
import { dropSocketDir, ensureSocketDir } from './socket-dir.ts';

/** The embedded server, as one of our programs uses it. */
export type Embedded = {
  /** A connection string for `pg` and libpq as the superuser: for tests and repairs only. */
  urlFor(database: string): string;
  /**
   * Creates the database and its roles unless they exist, and returns its URLs; the name is lower-case letters,
   * digits and underscores. `keeper` names a role, created if needed, to which the owner may transfer tables.
   */
  ensureDatabase(name: string, keeper?: string): Promise<DatabaseUrls>;
  /** Releases the server and stops it when no other running program uses it. May be called twice. */
  release(): Promise<void>;
};

type Log = (line: string) => void;

/** Remaining processes of a killed server, or an unreaped zombie, keep its locks for seconds. */
const retryMs = 6000;
const silenceMs = 30_000;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, or adopts a server already running there, left by a crash or used
 * by another of our programs. Programs that start at the same time wait for each other. Throws an Error with a
 * message for the operator.
 */
export async function startEmbedded(input: { dataDir: string; log?: Log }): Promise<Embedded> {
  const log = input.log ?? (() => undefined);
  const serverDir = prepareFolder(input.dataDir);
  const lock = join(serverDir, 'start.lock');
  const binaries = findBinaries();
  return withLock(lock, async () => {
    const running = await bringUp(serverDir, binaries, log);
    const letGo = addReference(serverDir);
    const password = readPassword(serverDir);
    const urlFor = (database: string) => connectionString(running, superuser, password, database);
    let released: Promise<void> | undefined;
    return {
      urlFor,
      ensureDatabase: async (name, keeper) => {
        const passwordOf = (role: string) => passwordFrom(password, role);
        await ensureDatabase({ superuserUrlFor: urlFor, name, keeper: keeper ?? null, passwordOf });
        const as = (role: string) => connectionString(running, role, passwordOf(role), name);
        return { url: as(runtimeOf(name)), ownerUrl: as(ownerOf(name)) };
      },
      release: () => {
        released ??= release(serverDir, lock, binaries, letGo, log);
        return released;
      },
    };
  });
}

async function release(serverDir: string, lock: string, binaries: Binaries, letGo: () => void, log: Log) {
  // Without its folder the server stops by itself within a minute.
  if (!existsSync(serverDir)) return;
  await withLock(lock, async () => {
    letGo();
    if (countReferences(serverDir) > 0) return;
    const running = findServer(serverDir);
    if (!running) return;
    await stopServer(serverDir, running, binaries);
    dropSocketDir(serverDir, running.host);
    log(`The embedded database has stopped (process ${running.pid}).`);
  });
}

/** Call under the start lock. */
async function bringUp(serverDir: string, binaries: Binaries, log: Log): Promise<Running> {
  let firstFailureAt: number | undefined;
  for (;;) {
    let exited = () => findServer(serverDir) === undefined;
    const found = findServer(serverDir);
    const adopted = found !== undefined;
    if (found) {
      // A server that an older version started must reload the rules.
      if (closeNetwork(serverDir)) signalTo(found.pid, 'SIGHUP');
    } else {
      const mode = chooseRunMode(binaries, serverDir);
      await ensureCluster(serverDir, binaries, mode);
      closeNetwork(serverDir);
      const socketDir = ensureSocketDir(serverDir, mode);
      exited = (await spawnServer(serverDir, socketDir, binaries, mode)).exited;
    }
    const running = await untilReady(serverDir, exited);
    if (running) {
      log(
        `The embedded database ${adopted ? 'was already running' : 'has started'} (process ${running.pid}).`,
      );
      return running;
    }
    firstFailureAt ??= Date.now();
    if (Date.now() - firstFailureAt > retryMs) {
      throw new Error(`The embedded database in ${serverDir} does not start: ${logTail(serverDir)}`);
    }
    await pause(200);
  }
}

/** The server once a query works, or undefined when it stopped first. Crash recovery may take any time. */
async function untilReady(serverDir: string, exited: () => boolean): Promise<Running | undefined> {
  const password = readPassword(serverDir);
  let heardAt = Date.now();
  for (;;) {
    const running = findServer(serverDir);
    const response = running?.host
      ? await knock(connectionString(running, superuser, password, superuser))
      : 'silent';
    if (response === 'ready') return running;
    // An error "starting up" or "shutting down" shows that the server is alive.
    if (response === 'busy') heardAt = Date.now();
    if (exited()) return undefined;
    if (Date.now() - heardAt > silenceMs) {
      throw new Error(
        `The embedded database in ${serverDir} (process ${running?.pid ?? 'unknown'}) does not answer; stop that process and start again. Its log ends: ${logTail(serverDir)}`,
      );
    }
    await pause(10);
  }
}

async function knock(url: string): Promise<'ready' | 'busy' | 'silent'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return /^(57P03|53300)$/.test((error as { code?: string }).code ?? '') ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Every part is explicit, so that PG… environment variables have no effect. */
function connectionString({ host, port }: Running, role: string, password: string, database: string): string {
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  const name = encodeURIComponent(database);
  const parameters = `host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`;
  return `postgresql://${role}${secret}@/${name}?${parameters}`;
}

function prepareFolder(dataDir: string): string {
  const requested = resolve(dataDir);
  openDataFolder(requested);
  try {
    const serverDir = makeServerDir(realpathSync(requested));
    mkdirSync(join(serverDir, 'holders'), { recursive: true, mode: 0o700 });
    return serverDir;
  } catch (error) {
    throw new Error(
      `The data folder ${requested} cannot be written (${(error as Error).message}). Set DATA_DIR to a folder that can, make ${dirname(requested)} writable, or ${useAnotherServer}.`,
    );
  }
}
