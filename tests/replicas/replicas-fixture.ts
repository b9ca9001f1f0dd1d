// Two registries and two dashboards over shared databases, for tests of replicas.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoServer } from '#demo/cluster-for-tests';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { prepareStore } from '#lib/session/prepare-store';
import { buildIfNeeded } from '#scripts/build';
import { loadDemoOutside } from '#tests/database/distributed';
import { calendarDay, freePort } from '../app/running.ts';
import { openChaos } from '../chaos/proxy.ts';
import { buyToken } from '../registry/boot.ts';

/** A program of ours as a service manager starts it. */
export type Program = { url: string; child: ChildProcess; output: () => string };
export type ReplicasFixture = Awaited<ReturnType<typeof startReplicas>>;

export const password = 'four replicas over one server';
export const officer = 'officer@larkspur.example';
export const metricsToken = 'a token for the collector';
export const origin = 'http://dashboard.example';
const client = { id: 'demo-agent', secret: 'demo-agent-secret' };

/**
 * Two registries over one database and one folder, behind one address that balances connections; two dashboards
 * over one store and one folder in front of that address.
 */
export async function startReplicas() {
  const dataDir = mkdtempSync(join(tmpdir(), 'replicas-'));
  const postgres = await openDemoServer(dataDir);
  const booksUrls = await postgres.ensureDatabase('registry');
  if (postgres.outside) await loadDemoOutside(booksUrls.url, dataDir);
  const storeUrls = await postgres.ensureDatabase('dashboard', 'audit_keeper');
  const storeUrl = storeUrls.url;
  await prepareStore(storeUrls, { demo: false });
  const store = openPool(storeUrl, { max: 2, applicationName: 'replicas test' });
  const user = {
    email: officer,
    name: 'Olive Officer',
    role: 'ta-operator',
    issuers: [],
    password,
  } as const;
  await withTransaction(store, (client) => addUser(client, user));
  await buildIfNeeded();

  const balancer = await openChaos({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${balancer.port}`;
  const programs: Program[] = [];

  function watched(child: ChildProcess, url: string): Program {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
    const program = { url, child, output: () => output };
    programs.push(program);
    return program;
  }

  async function startRegistry(): Promise<Program> {
    const port = await freePort();
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...calendarDay,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      REGISTRY_DATABASE_URL: booksUrls.url,
      REGISTRY_DATABASE_OWNER_URL: booksUrls.ownerUrl ?? '',
      REGISTRY_DEMO: '1',
      REGISTRY_PORT: `${port}`,
      REGISTRY_PUBLIC_URL: base,
      REGISTRY_METRICS_TOKEN: metricsToken,
      DRAIN_NOTICE_SECONDS: '20',
    };
    const child = fork('registry/main.ts', { env, silent: true });
    const program = watched(child, `http://127.0.0.1:${port}`);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(program.output())));
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    return program;
  }

  async function startDashboard(): Promise<Program> {
    const port = await freePort();
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...calendarDay,
      NODE_ENV: 'production' as const,
      SHAREBOOK_TEST: '1',
      PORT: `${port}`,
      DATABASE_URL: storeUrl,
      DATABASE_OWNER_URL: storeUrls.ownerUrl ?? '',
      DATA_DIR: dataDir,
      // Users see one address, so both have the same cookie name and Origin.
      NEXTAUTH_URL: origin,
      REGISTRY_BASE_URL: base,
      REGISTRY_CLIENT_ID: client.id,
      REGISTRY_CLIENT_SECRET: client.secret,
      METRICS_TOKEN: metricsToken,
      DRAIN_NOTICE_SECONDS: '20',
    };
    const child = spawn(
      process.execPath,
      ['--import', './scripts/orphan-guard.mjs', 'scripts/dashboard.ts'],
      {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const program = watched(child, `http://127.0.0.1:${port}`);
    while (!(await statusOf(`${program.url}/api/health`))) {
      if (child.exitCode !== null) throw new Error(program.output());
      await new Promise((done) => setTimeout(done, 50));
    }
    return program;
  }

  const starting = Promise.all([startDashboard(), startDashboard()]);
  starting.catch(() => undefined);
  // One after the other: the first loads the demo.
  const registries = [await startRegistry(), await startRegistry()] as const;
  const targetOf = ({ url }: Program) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });
  let targets = registries.map(targetOf);
  balancer.target = targets[0] ?? balancer.target;
  const calls: string[] = [];
  let turn = 0;
  let held: PromiseWithResolvers<void> | undefined;
  balancer.plan = (head) => {
    turn += 1;
    balancer.target = targets[turn % targets.length] ?? balancer.target;
    const [line = ''] = head.toString('latin1').split('\r\n', 1);
    calls.push(line);
    return held && /DownloadReport\//i.test(line) ? { kind: 'hold', until: held.promise } : { kind: 'none' };
  };
  const dashboards = await starting;

  const books = openPool(postgres.urlFor('registry'), { max: 2, applicationName: 'replicas test' });
  const tokens = new Map<string, Promise<string>>();

  return {
    books,
    /** A token of this registry's own, requested once. */
    tokenOf({ url }: Program): Promise<string> {
      const token = tokens.get(url) ?? buyToken(url, client.id);
      tokens.set(url, token);
      return token;
    },
    /** Request lines that reached the registries through their common address. */
    calls,
    registries,
    dashboards,
    /** Sends every new connection to this registry, as balancers do when the other is not ready. */
    balanceTo(registry: Program) {
      targets = [targetOf(registry)];
      balancer.target = targetOf(registry);
    },
    /** Holds all files of the registries until the returned function is called. */
    holdFiles() {
      held = Promise.withResolvers();
      return () => {
        held?.resolve();
        held = undefined;
      };
    },
    async stop() {
      held?.resolve();
      for (const { child } of programs) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await balancer.stop();
      await Promise.all([store.end(), books.end()]);
      await postgres.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ends the session of a cookie at a dashboard, as its page does. */
export async function signOut({ url }: Program, cookie: string): Promise<void> {
  const csrf = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const given = csrf.headers.getSetCookie().map((line) => line.split(';')[0]);
  await fetch(`${url}/api/auth/signout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: [cookie, ...given].join('; '), origin },
    body: new URLSearchParams({ csrfToken, json: 'true' }),
  });
}

/** The response status of an address; 0 if it does not respond. */
export async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  return fetch(url, { headers }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** Resolves once the test is true; otherwise waits for ever. */
export async function untilSo(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((done) => setTimeout(done, 20));
}

/** Resolves once the address responds with this status; 0 means no response. */
export async function until(status: number, url: string): Promise<void> {
  while ((await statusOf(url)) !== status) await new Promise((done) => setTimeout(done, 20));
}
