/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#scripts/build';
import { buyToken } from '../registry/boot.ts';
import { freePort, runStart, signIn } from './running.ts';

// `npm start` on one data folder, with the demo off, on and off again; always on embedded databases.
const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
const [port, registryPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const operator = 'operator@harborline.example';
const own = { email: 'first@harborline.example', password: 'a lamp in every window' };
const variables = {
  PORT: `${port}`,
  REGISTRY_PORT: `${registryPort}`,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  REGISTRY_DATABASE_URL: '',
};

// Not part of the tests' own time limit.
beforeAll(() => buildIfNeeded(), 600_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (demo: '0' | '1') => runStart({ ...variables, REGISTRY_DEMO: demo });

function users(args: string[], input = '') {
  return spawnSync(process.execPath, ['--conditions=react-server', 'scripts/users.ts', ...args], {
    env: { ...process.env, ...variables, REGISTRY_DEMO: '0' },
    input,
    encoding: 'utf8',
  }).stdout;
}

/** Status of the list of issuers, and their number. */
async function issuers(cookie: string): Promise<[number, number]> {
  const response = await fetch(`${url}/api/upstream/api/v1/Issuer/GetTransferAgentIssuers`, {
    headers: { cookie },
  });
  return [response.status, response.ok ? ((await response.json()) as unknown[]).length : 0];
}

const pageOfSignIn = async () => (await fetch(`${url}/sign-in`)).text();
const demoToken = () => buyToken(`http://127.0.0.1:${registryPort}`, 'demo-agent');

test('without the demo a new folder has no issuers and no accounts, and prints how to add one', async () => {
  const app = await start('0');
  try {
    expect(app.output).toContain('npm run users -- add');
    expect(app.output).not.toMatch(/harborline/);
    expect(statSync(join(dataDir, 'registry-client-secret')).mode & 0o777).toBe(0o600);
    expect(await demoToken()).toBeUndefined();
    expect(await pageOfSignIn()).not.toContain('harborline-demo');
    await expect(signIn(url, operator)).rejects.toThrow('401');
    users(['add', own.email, '--name', 'F O', '--role', 'ta-admin', '--password-stdin'], own.password);
    expect(await issuers(await signIn(url, own.email, own.password))).toEqual([200, 0]);
  } finally {
    expect(await app.stop()).toBe(0);
  }
});

test('a later start adds the demo; the next one without it ends the sessions of its users', {
  timeout: 300_000,
}, async () => {
  let app = await start('1');
  let cookie = '';
  try {
    expect(app.output).toContain(operator);
    expect(await demoToken()).toMatch(/^\S+$/);
    expect(await pageOfSignIn()).toContain('harborline-demo');
    cookie = await signIn(url, operator);
    expect(await issuers(cookie)).toEqual([200, 9]);
  } finally {
    expect(await app.stop()).toBe(0);
  }

  app = await start('0');
  try {
    expect(app.output).not.toMatch(/harborline|npm run users/);
    expect(await demoToken()).toBeUndefined();
    expect(await issuers(cookie)).toEqual([401, 0]);
    await expect(signIn(url, operator)).rejects.toThrow('401');
    expect(await issuers(await signIn(url, own.email, own.password))).toEqual([200, 9]);
    expect(users(['list'])).toMatch(/^operator@\S+ {2}ta-operator demo, closed while it is off /m);
  } finally {
    expect(await app.stop()).toBe(0);
  }

  app = await start('1');
  try {
    expect(await issuers(await signIn(url, operator))).toEqual([200, 9]);
  } finally {
    expect(await app.stop()).toBe(0);
  }
});
