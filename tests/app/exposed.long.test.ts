/** @module-tag long */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#lib/postgres/embedded/start';
import { openPool } from '#lib/postgres/pool';
import { buildIfNeeded } from '#scripts/build';
import { freePort } from './running.ts';

// Each program started so that other machines can reach it; the rule itself is tested in
// lib/net/exposure.test.ts. The databases are on a separate embedded server, once with a superuser and once
// with an ordinary role.
const dataDir = mkdtempSync(join(tmpdir(), 'exposed-'));
let server: Embedded;

const database = (name: string, role: 'plain' | 'postgres') =>
  server.urlFor(`${name}_${role}`).replace(/\/\/[^@]*@/, `//${role}@`);

beforeAll(async () => {
  await buildIfNeeded();
  server = await startEmbedded({ dataDir });
  const pool = openPool(server.urlFor('postgres'), { max: 1, applicationName: 'exposed test' });
  await pool.query('create role plain login');
  for (const role of ['plain', 'postgres'])
    for (const name of ['registry', 'dashboard']) {
      await server.ensureDatabase(`${name}_${role}`);
      await pool.query(`alter database ${name}_${role} owner to ${role}`);
    }
  await pool.end();
}, 600_000);
afterAll(async () => {
  await server?.release();
  rmSync(dataDir, { recursive: true, force: true });
});

type Environment = Record<string, string>;
type Started = { status: number | null; output: string };

const clean = { DATABASE_URL: '', REGISTRY_DATABASE_URL: '', NEXTAUTH_URL: '', REGISTRY_PUBLIC_URL: '' };

/** Runs a program until it responds at `address`, then ends it (status null); or until it exits by itself. */
async function run(script: string, env: Environment, address: string): Promise<Started> {
  const child = spawn(process.execPath, ['--import', './scripts/orphan-guard.mjs', script], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const closed = once(child, 'close') as Promise<[number | null]>;
  let responded = false;
  while (child.exitCode === null && !responded) {
    responded = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    await new Promise((done) => setTimeout(done, 50));
  }
  if (responded) child.kill('SIGTERM');
  const [status] = await closed;
  return { status: responded ? null : status, output };
}

/** The settings named in the messages of a refused start; empty when it started. */
function rejected({ status, output }: Started): string[] {
  if (status === null) return [];
  const named = output.match(/\bALLOW_\w+/g) ?? [];
  if (status !== 1 || named.length === 0) throw new Error(`Ended with status ${status}:\n${output}`);
  return named;
}

const [demo, http, superuser] = [
  'ALLOW_DEMO_BEYOND_LOOPBACK',
  'ALLOW_PLAIN_HTTP',
  'ALLOW_DATABASE_SUPERUSER',
] as const;

describe('the registry', () => {
  const start = async (env: (port: number) => Environment) => {
    const port = await freePort();
    const all = { REGISTRY_HOST: '0.0.0.0', REGISTRY_PORT: `${port}`, ...env(port) };
    return rejected(await run('registry/main.ts', all, `http://127.0.0.1:${port}/health`));
  };
  const https = { REGISTRY_PUBLIC_URL: 'https://registry.example' };
  const books = (role: 'plain' | 'postgres') => ({ REGISTRY_DATABASE_URL: database('registry', role) });

  test('starts with an https address, no demo and a plain role', async () => {
    expect(await start(() => ({ ...https, ...books('plain') }))).toEqual([]);
  });

  test('plain http is rejected, or allowed by a setting', async () => {
    expect(await start(() => books('plain'))).toEqual([http]);
    const loopback = (port: number) => ({ REGISTRY_PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(await start((port) => ({ ...books('plain'), ...loopback(port) }))).toEqual([http]);
    expect(await start(() => ({ ...books('plain'), [http]: '1' }))).toEqual([]);
  });

  test('a superuser is rejected, or allowed by a setting', async () => {
    expect(await start(() => ({ ...https, ...books('postgres') }))).toEqual([superuser]);
    expect(await start(() => ({ ...https, ...books('postgres'), [superuser]: '1' }))).toEqual([]);
  });

  test('the demo is rejected, or allowed by a setting', { tags: ['long'] }, async () => {
    const on = { ...https, ...books('plain'), REGISTRY_DEMO: '1' };
    expect(await start(() => on)).toEqual([demo]);
    expect(await start(() => ({ ...on, [demo]: '1' }))).toEqual([]);
  });

  test('none of it is required on loopback', async () => {
    expect(await start(() => ({ ...books('postgres'), REGISTRY_HOST: '127.0.0.1' }))).toEqual([]);
  });
});

describe('the dashboard', () => {
  const start = async (env: Environment) => {
    const port = await freePort();
    const all = {
      HOST: '0.0.0.0',
      PORT: `${port}`,
      NEXTAUTH_SECRET: 'a secret only this test knows of it',
      ...env,
    };
    return rejected(await run('scripts/dashboard.ts', all, `http://127.0.0.1:${port}/api/health`));
  };
  const other = {
    REGISTRY_BASE_URL: 'https://registry.example',
    REGISTRY_CLIENT_ID: 'desk',
    REGISTRY_CLIENT_SECRET: 'desk-secret',
  };
  const https = { NEXTAUTH_URL: 'https://shares.example.com' };
  const store = (role: 'plain' | 'postgres') => ({ DATABASE_URL: database('dashboard', role) });

  test('starts with an https address, no demo and a plain role', async () => {
    expect(await start({ ...other, ...https, ...store('plain') })).toEqual([]);
  });

  test('plain http is rejected, or allowed by a setting', async () => {
    expect(await start({ ...other, ...store('plain') })).toEqual([http]);
    expect(await start({ ...other, ...store('plain'), [http]: '1' })).toEqual([]);
  });

  test('a superuser is rejected, or allowed by a setting', async () => {
    expect(await start({ ...other, ...https, ...store('postgres') })).toEqual([superuser]);
    expect(await start({ ...other, ...https, ...store('postgres'), [superuser]: '1' })).toEqual([]);
  });

  test('demo users of the embedded registry are rejected, or allowed by a setting', async () => {
    expect(await start({ ...https, ...store('plain') })).toEqual([demo]);
    expect(await start({ ...https, ...store('plain'), [demo]: '1' })).toEqual([]);
  });
});

describe('npm start', () => {
  const start = async (env: Environment) => {
    const [port, registryPort] = [await freePort(), await freePort()];
    const all = { HOST: '0.0.0.0', PORT: `${port}`, REGISTRY_PORT: `${registryPort}`, ...env };
    return rejected(await run('scripts/start.mjs', all, `http://127.0.0.1:${port}/api/health/ready`));
  };
  const https = { NEXTAUTH_URL: 'https://shares.example.com', REGISTRY_DEMO: '0' };
  const databases = (books: 'plain' | 'postgres', store: 'plain' | 'postgres') => ({
    DATABASE_URL: database('dashboard', store),
    REGISTRY_DATABASE_URL: database('registry', books),
  });

  test('with only the address set, the error names demo and plain http together', async () => {
    expect(await start({})).toEqual([demo, http]);
  });

  test('the roles of both databases are checked', async () => {
    expect(await start({ ...https, ...databases('plain', 'postgres') })).toEqual([superuser]);
    expect(await start({ ...https, ...databases('postgres', 'plain') })).toEqual([superuser]);
  });

  test('starts when all requirements are met, and when all are waived', { tags: ['long'] }, async () => {
    expect(await start({ ...https, ...databases('plain', 'plain') })).toEqual([]);
    const allowed = { [demo]: '1', [http]: '1', [superuser]: '1' };
    expect(await start({ ...databases('postgres', 'postgres'), REGISTRY_DEMO: '1', ...allowed })).toEqual([]);
  });

  test('a registry that listens beyond loopback is rejected by itself', async () => {
    const env = { HOST: '127.0.0.1', REGISTRY_HOST: '0.0.0.0', REGISTRY_DEMO: '0' };
    expect(await start({ ...env, ...databases('plain', 'plain') })).toEqual([http]);
  });
});
