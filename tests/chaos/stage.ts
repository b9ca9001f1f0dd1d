// Starts dashboard and registry for the soak test, behind proxies that inject faults.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type Pool } from 'pg';
import { openDemoServer } from '#demo/cluster-for-tests';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { prepareStore } from '#lib/session/prepare-store';
import { buildIfNeeded } from '#scripts/build';
import { freePort } from '../app/running.ts';
import { type Gauge, gaugeFlag, openGauge } from './gauge.ts';
import { type Chaos, openChaos, type Target } from './proxy.ts';

export const password = 'Wicket-lantern-47';
export const cast = [
  ['desk-one@soak.example', 'ta-operator', []],
  ['desk-two@soak.example', 'ta-operator', []],
  ['head@soak.example', 'ta-admin', []],
  ['officer@soak.example', 'issuer-officer', [1001]],
  ['viewer@soak.example', 'issuer-viewer', [1001]],
  ['getter@soak.example', 'downloader', [1004]],
] as const;

type Program = { child: ChildProcess; output: () => string; stop: () => Promise<void> };

/**
 * The built dashboard and the registry as processes, with a fault proxy in front of the registry and one in
 * front of its database.
 */
export type Stage = {
  url: string;
  store: Pool;
  /** The registry's database, bypassing the proxies. */
  books: Pool;
  booksUrl: string;
  dataDir: string;
  proxies: { registry: Chaos; database: Chaos };
  gauges: { dashboard: Gauge; registry: Gauge };
  output: () => { dashboard: string; registry: string };
  running: () => boolean;
  stop: () => Promise<void>;
};

function launch(args: string[], env: Record<string, string>, ipc: boolean): Program {
  const child = spawn(process.execPath, [gaugeFlag, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { child, output: () => output, stop };
}

/** The target of a connection string, including a socket folder, and the same string through a port of ours. */
function wayTo(url: string): { target: Target; through: (port: number) => string } {
  const { host, port, user, password: secret, database } = new Client({ connectionString: url });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const login = [user, secret].filter(Boolean).map((word) => encodeURIComponent(word as string));
  return {
    target,
    through: (at) => `postgresql://${login.join(':')}@127.0.0.1:${at}/${database}?sslmode=disable`,
  };
}

export async function openStage(): Promise<Stage> {
  await buildIfNeeded();
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  const postgres = await openDemoServer(dataDir);
  await postgres.ensureDatabase('registry');
  const storeUrls = await postgres.ensureDatabase('dashboard', 'audit_keeper');
  const storeUrl = storeUrls.url;
  await prepareStore(storeUrls, { demo: false });
  const store = openPool(storeUrl, { max: 4, applicationName: 'soak' });
  for (const [email, role, issuers] of cast) {
    const user = { email, role, issuers, name: 'Pat Soakley', password };
    await withTransaction(store, (client) => addUser(client, user));
  }
  const booksUrl = postgres.urlFor('registry');
  const books = openPool(booksUrl, { max: 2, applicationName: 'soak' });
  const { target, through } = wayTo(booksUrl);
  const database = await openChaos(target);
  const before = await openChaos({ host: '127.0.0.1', port: 1 });
  const base = `http://127.0.0.1:${before.port}`;
  const registry = launch(
    [resolve('registry/main.ts')],
    {
      DATA_DIR: dataDir,
      REGISTRY_DATABASE_URL: through(database.port),
      REGISTRY_DEMO: '1',
      REGISTRY_PORT: '0',
      REGISTRY_PUBLIC_URL: base,
    },
    true,
  );
  const [{ port: registryPort }] = (await once(registry.child, 'message')) as [{ port: number }];
  before.target = { host: '127.0.0.1', port: registryPort };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dashboard = launch(
    [resolve('server.ts')],
    {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: `${port}`,
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: 'a secret only the soak test knows of',
      DATA_DIR: dataDir,
      DATABASE_URL: storeUrl,
      REGISTRY_BASE_URL: base,
      REGISTRY_CLIENT_ID: 'demo-agent',
      REGISTRY_CLIENT_SECRET: 'demo-agent-secret',
    },
    false,
  );
  const running = () => [dashboard, registry].every(({ child }) => child.exitCode === null);
  while (
    !(await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (!running()) throw new Error(`It does not start:\n${dashboard.output()}\n${registry.output()}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  const gauges = {
    dashboard: await openGauge(dashboard.child.pid ?? 0, dashboard.output()),
    registry: await openGauge(registry.child.pid ?? 0, registry.output()),
  };
  return {
    url,
    store,
    books,
    booksUrl,
    dataDir,
    proxies: { registry: before, database },
    gauges,
    output: () => ({ dashboard: dashboard.output(), registry: registry.output() }),
    running,
    async stop() {
      for (const gauge of Object.values(gauges)) gauge.close();
      await dashboard.stop();
      await registry.stop();
      for (const proxy of [before, database]) await proxy.stop();
      await Promise.all([store.end(), books.end()]);
      await postgres.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
