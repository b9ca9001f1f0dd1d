// Runs npm start: database, registry and dashboard as processes, and their orderly end.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { administrators, roleTitle } from '#lib/access/roles';
import { openDataFolder } from '#lib/data-dir/data-folder';
import { beginJournal } from '#lib/data-dir/disabled-journal';
import { readSettings } from '#lib/data-dir/settings';
import { type ClientPair, readEnv } from '#lib/env';
import { type Exposure, isOnLoopback, rejectExposed } from '#lib/net/exposure';
import { rejectExposedRoles } from '#lib/postgres/exposed-role';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { oneRole } from '#lib/postgres/roles';
import { listUsers } from '#lib/session/accounts/accounts';
import { demoPassword, demoUsers } from '#lib/session/accounts/demo';
import { openStore, prepareStore } from '#lib/session/prepare-store';
import { keepClient } from '#registry/access/clients';
import { openDatabase } from '#registry/db/open';
import { readEnv as readRegistryEnv } from '#registry/env';
import { buildIfNeeded } from './build.ts';
import { type Claim, demandFree, lockDataDir } from './lock-data-dir.ts';

const DRAIN_MS = 30_000;
const REMARK_MS = 15_000;

/** The registry does not use the dashboard's database. */
const notTheStore = { DATABASE_URL: '', DATABASE_OWNER_URL: '' };

type Program = { name: string; child: ChildProcess };

/** Starts a program in its own process group, so that Ctrl-C reaches only us and we drain in order. */
function launch(name: string, args: string[], env: Record<string, string>, logs: string): Program {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
    detached: true,
  });
  // The request log goes to a file; errors also go to the screen.
  const file = join(logs, `${name}.log`);
  if (existsSync(file)) chmodSync(file, 0o600);
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  return { name, child };
}

async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
  await gone;
  clearTimeout(late);
}

async function ready(program: Program, check: () => Promise<boolean>, remark = ''): Promise<void> {
  const startedAt = Date.now();
  for (let text = remark === ''; ; ) {
    if (program.child.exitCode !== null || program.child.signalCode !== null) {
      throw new Error(`The ${program.name} stopped while starting; its reason is above.`);
    }
    if (await check()) return;
    if (!text && Date.now() - startedAt > REMARK_MS) {
      text = true;
      console.error(remark);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function responses(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Opens the database of the local registry, for tasks during start. */
const openBooks = (env = readRegistryEnv()) =>
  openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook start' });

/**
 * Whoever takes over the dashboard could also reach the registry's database, which is on this machine or named
 * in its environment.
 */
async function rejectRegistryRole(exposure: Exposure): Promise<void> {
  const env = readRegistryEnv();
  const database = await openBooks(env);
  try {
    await rejectExposedRoles(exposure, {
      REGISTRY_DATABASE_URL: database.url,
      REGISTRY_DATABASE_OWNER_URL: env.databaseOwnerUrl,
    });
  } finally {
    await database.release();
  }
}

/** Gives the dashboard its own client in the local registry. Throws a one-sentence error if it is disabled. */
async function keepOwnClient({ id, secret }: ClientPair): Promise<void> {
  const database = await openBooks();
  try {
    const client = { id, secret, scope: 'agent', issuers: 'all' } as const;
    if (!(await withTransaction(database.pool, (db) => keepClient(db, client, new Date()))))
      throw new Error(
        `The registry's client ${id} is disabled. Set REGISTRY_CLIENT_ID and REGISTRY_CLIENT_SECRET to another client.`,
      );
  } finally {
    await database.release();
  }
}

/** True if there are accounts other than the demo's. */
async function hasAccounts(store: string): Promise<boolean> {
  const pool = openPool(store, { max: 1, applicationName: 'sharebook start' });
  try {
    return (await listUsers(pool)).some((user) => !user.is_demo);
  } finally {
    await pool.end();
  }
}

function welcome(address: string, { demo, empty }: { demo: boolean; empty: boolean }): void {
  console.log(`\nSharebook is ready at ${address}\n`);
  if (demo) {
    console.log(`Demo sign-ins (password ${demoPassword}), all data fictional:`);
    for (const { email, role, issuers } of demoUsers) {
      const which = issuers.length > 0 ? `issuer ${issuers.join(', ')}` : 'all issuers';
      console.log(`  ${email.padEnd(30)} ${roleTitle(role)}, ${which}`);
    }
    console.log('');
  } else if (empty) {
    console.log('Nobody has an account yet. Add the first one, with its password on standard input:');
    console.log(`  npm run users -- add EMAIL --name "…" --role ${administrators[0]} --password-stdin\n`);
  }
  console.log(`ready ${address}`);
}

/**
 * Everything in one command: embedded database, registry, dashboard. Never resolves; the process ends by a
 * signal (drain, status 0) or when one of the programs dies (the others are stopped, status 1).
 */
export async function start({ dev }: { dev: boolean }): Promise<void> {
  const running: Program[] = [];
  const halt = new AbortController();
  let release: () => Promise<void> = async () => {};
  let claim: Claim | null = null;
  const end = async (status: number) => {
    if (halt.signal.aborted) return;
    // Also aborts a running build, and keeps the steps below from starting more.
    halt.abort();
    claim?.ending();
    for (const program of running.reverse()) await stop(program);
    await release();
    claim?.letGo();
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void end(0), 500).unref();
  const watch = (program: Program) =>
    program.child.on('exit', (code, signal) => {
      if (halt.signal.aborted) return;
      console.error(`The ${program.name} stopped unexpectedly (${signal ?? `status ${code}`}).`);
      void end(1);
    });

  try {
    const { host, port, dataDir, publicUrl, registry, databaseUrl, databaseOwnerUrl, exposure, metricsPort } =
      readEnv();
    rejectExposed(exposure);
    if (readSettings(dataDir)?.state === 'unfinished')
      throw new Error(`The setup of ${dataDir} was stopped halfway. Run npm run setup again to finish it.`);
    const name = host.includes(':') ? `[${host}]` : host;
    await demandFree(dataDir, port, host, ['PORT', 'HOST']);
    if (registry.embedded) {
      await demandFree(dataDir, registry.port, '127.0.0.1', ['REGISTRY_PORT', 'REGISTRY_HOST']);
    }
    if (metricsPort !== null)
      await demandFree(dataDir, metricsPort, '127.0.0.1', ['METRICS_PORT', 'METRICS_PORT']);
    const logs = join(dataDir, 'logs');
    for (const folder of [dataDir, logs]) openDataFolder(folder);
    beginJournal(dataDir);
    claim = await lockDataDir(dataDir, publicUrl);
    const building = dev ? Promise.resolve() : buildIfNeeded(halt.signal);
    building.catch(() => {});

    const opening = openStore();
    // A signal may come while the database is still starting: it is then released as soon as it is up.
    release = () =>
      opening.then(
        (store) => store.release(),
        () => {},
      );
    const { urls } = await opening;
    await prepareStore(urls, { demo: registry.demo }).catch((error: Error) => {
      throw databaseUrl ? new Error(`DATABASE_URL cannot be used: ${error.message}`) : error;
    });
    if (databaseUrl && !databaseOwnerUrl) console.log(oneRole('DATABASE_OWNER_URL'));
    await rejectExposedRoles(exposure, { DATABASE_URL: urls.url });
    if (registry.embedded && !isOnLoopback(host)) await rejectRegistryRole(exposure);
    halt.signal.throwIfAborted();

    if (registry.embedded) {
      const given = {
        DATA_DIR: dataDir,
        ...notTheStore,
        REGISTRY_DASHBOARD_URL: readRegistryEnv().dashboardUrl ?? publicUrl,
      };
      const program = launch('registry', ['registry/main.ts'], given, logs);
      running.push(program);
      watch(program);
      let up = false;
      program.child.on('message', (message: { ready?: boolean }) => {
        up ||= message.ready === true;
      });
      await ready(program, async () => up);
      if (registry.keepsClient) await keepOwnClient(registry.client);
    }

    await building;
    halt.signal.throwIfAborted();
    const program = launch(
      'dashboard',
      ['--import', './scripts/orphan-guard.mjs', 'server.ts'],
      {
        NODE_ENV: dev ? 'development' : 'production',
        // Tests run the same build; only then the calendar clock may be set (lib/env.ts).
        ...(process.env.NODE_ENV === 'test' && { SHAREBOOK_TEST: '1' }),
        NEXT_TELEMETRY_DISABLED: '1',
        DATABASE_URL: urls.url,
        // Its tables exist already, and it must not reach the registry's database.
        DATABASE_OWNER_URL: '',
        REGISTRY_DATABASE_URL: '',
        REGISTRY_DATABASE_OWNER_URL: '',
        DATA_DIR: dataDir,
        NEXTAUTH_URL: publicUrl,
      },
      logs,
    );
    running.push(program);
    watch(program);
    await ready(
      program,
      () => responses(`http://${name}:${port}/api/health/ready`),
      'The dashboard runs, but its registry cannot be reached or refuses the client. Still trying…',
    );
    const empty = !registry.demo && !(await hasAccounts(urls.url));
    welcome(publicUrl, { demo: registry.demo, empty });
  } catch (error) {
    if (halt.signal.aborted) return;
    console.error(error instanceof Error ? error.message : error);
    await end(1);
  }
}
