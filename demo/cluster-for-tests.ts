import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '#lib/postgres/lock';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { openDatabase } from '#registry/db/open';
import { demoLastDay, loadDemo } from './demo.ts';

/**
 * Puts a PostgreSQL cluster with the demo's books into a data folder, where a program or `startEmbedded` finds it. Loading
 * the demo takes some 18 s, copying it one second, so it is loaded once for a whole run. Does nothing where there is no
 * run (`TEST_RUN_DIR`, tests/global-setup.ts), where REGISTRY_DATABASE_URL names the server, and on Windows, which has no
 * `cp`: the caller loads the demo itself then.
 */
export async function copyDemoCluster(dataDir: string): Promise<void> {
  const runDir = process.env.TEST_RUN_DIR;
  if (!runDir || process.env.REGISTRY_DATABASE_URL || process.platform === 'win32') return;
  const template = join(runDir, 'demo');
  await withLock(join(runDir, 'demo.lock'), () => makeTemplate(template));
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 });
  // Keeps owners: as root, the server runs as another user.
  execFileSync('cp', ['-a', join(template, 'postgres', 'data'), join(dataDir, 'postgres')]);
}

/** The server of one test file (`openTestServer`), in which the demo's books may already be in the database `registry`. */
export async function openDemoServer(dataDir: string): Promise<TestServer> {
  await copyDemoCluster(dataDir);
  return openTestServer(dataDir);
}

async function makeTemplate(dataDir: string): Promise<void> {
  const done = join(dataDir, 'done');
  if (existsSync(done)) return;
  mkdirSync(dataDir, { mode: 0o700, recursive: true });
  const database = await openDatabase(
    { databaseUrl: undefined, dataDir },
    { connectionsMax: 2, applicationName: 'demo of the test run' },
  );
  await database.asOwner((owner) => loadDemo(owner, { lastDay: demoLastDay }));
  // The server has stopped after this, so that its files are complete.
  await database.release();
  mkdirSync(done);
}
