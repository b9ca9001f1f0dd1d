/** @module-tag long */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDemoCluster } from '#demo/cluster-for-tests';
import type { Endpoint, RequestOf } from '#lib/contract/endpoint';
import { contract } from '#lib/contract/index';
import { encodeRequest } from '#lib/contract/wire/encode';
import { readSettings, settingsFile, writeSettings } from '#lib/data-dir/settings';
import { demoPassword, demoUsers } from '#lib/session/accounts/demo';
import { buildIfNeeded } from '#scripts/build';
import { buyToken } from '../registry/boot.ts';
import { freePort, runStart, signIn } from './running.ts';

// `npm run setup`, stopped halfway and finished, then `npm start` on what it made; always on embedded databases.
const folder = mkdtempSync(join(tmpdir(), 'setup-'));
const dataDir = join(folder, 'data');
const [port, registryPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const registryUrl = `http://127.0.0.1:${registryPort}`;
const variables = {
  PORT: `${port}`,
  REGISTRY_PORT: `${registryPort}`,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  REGISTRY_DATABASE_URL: '',
};
const administrator = 'ann@kestrel.example';
const password = 'tulip harvest moon';
const answers = [
  ...['--agent-name', 'Kestrel Transfer LLC', '--file-number', '084-12345', '--cutoff', '15:30'],
  ...['--email', administrator, '--name', 'Ann Field', '--backups', join(folder, 'backups')],
];

beforeAll(() => buildIfNeeded(), 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function begin(script: string, args: string[], input = '', env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--conditions=react-server', `scripts/${script}.ts`, ...args], {
    env: { ...process.env, ...variables, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, output }));
  return { child, ended };
}

const run = (script: string, args: string[], input = '', env: Record<string, string> = {}) =>
  begin(script, args, input, env).ended;
const setup = (args: string[], input = '', env: Record<string, string> = {}) =>
  run('setup/setup', args, input, env);

describe('setup', () => {
  test('without a terminal, with missing or wrong answers, it changes nothing', async () => {
    expect(await setup([])).toEqual({ status: 1, output: expect.stringContaining('no terminal to ask on') });
    const wrong = await setup(['--yes', '--agent-name', 'Kestrel', '--time-zone', 'Chicago']);
    expect(wrong).toEqual({
      status: 1,
      output: expect.stringMatching(/--time-zone must be .*\n--name is missing.*\n--email is missing/),
    });
    const weak = await setup([...answers, '--yes', '--password-stdin'], 'short');
    expect(weak.output).toContain('--password-stdin: The password must have');
    expect((await setup([...answers, '--yes'], '', { REGISTRY_DEMO: '1' })).output).toContain(
      'REGISTRY_DEMO',
    );
    const elsewhere = { REGISTRY_BASE_URL: 'http://127.0.0.1:1' };
    const remote = { ...elsewhere, REGISTRY_CLIENT_ID: 'a', REGISTRY_CLIENT_SECRET: 'b' };
    expect((await setup([...answers, '--yes'], '', remote)).output).toContain('REGISTRY_BASE_URL is set');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('killed halfway, it keeps npm start from loading the demo', async () => {
    const { child, ended } = begin('setup/setup', [...answers, '--yes']);
    while (!existsSync(settingsFile(dataDir)) && child.exitCode === null)
      await new Promise((done) => setTimeout(done, 2));
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ status: null });
    expect(readSettings(dataDir)?.state).toBe('unfinished');
    await expect(runStart(variables)).rejects.toThrow('was stopped halfway. Run npm run setup again');
  });

  test('run again, it finishes with the answers that were given before', async () => {
    const { status, output } = await setup(['--yes']);
    expect([status, output]).toEqual([0, expect.stringContaining('Set up for Kestrel Transfer LLC')]);
    expect(output).toMatch(
      /chooses a password[^\n]*\nhttp:\/\/127\.0\.0\.1:\d+\/sign-in\/invited\/[\w-]{43}\n/,
    );
    expect(readSettings(dataDir)).toMatchObject({
      state: 'finished',
      variables: { REGISTRY_DEMO: '0', REGISTRY_CUTOFF: '15:30', REQUIRE_SECOND_FACTOR: 'agent' },
    });
    for (const file of ['settings.json', 'registry-client-secret'])
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
  });

  test('stopped just before the end, it finishes without a second account or another secret', async () => {
    const settings = readSettings(dataDir);
    const secret = readFileSync(join(dataDir, 'registry-client-secret'), 'utf8');
    if (settings) writeSettings(dataDir, { ...settings, state: 'unfinished' });
    expect(await setup(['--yes', '--password-stdin'], `${password}\n`)).toMatchObject({ status: 0 });
    const { output } = await run('users', ['list']);
    expect(output).toBe(`${administrator}  ta-admin  Ann Field\n`);
    expect((await run('registry/clients', ['list'])).output).toMatch(/^dashboard +agent +all issuers\n$/);
    expect(readFileSync(join(dataDir, 'registry-client-secret'), 'utf8')).toBe(secret);
  });

  test('a finished installation is refused as it is, and --force leaves its accounts', async () => {
    const before = readFileSync(settingsFile(dataDir), 'utf8');
    const refused = await setup([...answers, '--yes']);
    expect(refused).toEqual({ status: 1, output: expect.stringContaining('is set up already') });
    expect(readFileSync(settingsFile(dataDir), 'utf8')).toBe(before);
    const forced = await setup(['--yes', '--force', '--cutoff', '16:15']);
    expect(forced.output).toContain(`${administrator}, whose account is unchanged`);
    expect(forced.output).not.toContain('/sign-in/invited/');
    expect(readSettings(dataDir)?.variables.REGISTRY_CUTOFF).toBe('16:15');
  });

  test('a data folder with a register that it did not make is refused before it is opened', async () => {
    const other = join(folder, 'other');
    const there = { DATA_DIR: other };
    await run('registry/clients', ['list'], '', there);
    const files = readdirSync(other);
    const refused = await setup([...answers, '--yes'], '', there);
    expect(refused).toEqual({ status: 1, output: expect.stringContaining('holds a register already') });
    expect(readdirSync(other)).toEqual(files);
    expect(await setup([...answers, '--yes', '--force'], '', there)).toMatchObject({ status: 0 });
  });

  test('a folder with the demo is refused with --force too, and stays as it is', {
    timeout: 300_000,
  }, async () => {
    const demo = { DATA_DIR: join(folder, 'demo') };
    mkdirSync(demo.DATA_DIR, { mode: 0o700 });
    await copyDemoCluster(demo.DATA_DIR);
    const refused = await setup([...answers, '--yes', '--force'], '', demo);
    expect(refused).toEqual({ status: 1, output: expect.stringContaining('holds the demo') });
    expect(readSettings(demo.DATA_DIR)).toBeNull();
  });
});

describe('npm start on it', () => {
  let app: Awaited<ReturnType<typeof runStart>>;
  beforeAll(async () => {
    app = await runStart(variables);
  }, 300_000);
  afterAll(async () => {
    await app?.stop();
  });

  /** A call of the registry as the client that setup made for the dashboard. */
  async function call(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
    const bought = await fetch(`${registryUrl}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'dashboard',
        client_secret: readFileSync(join(dataDir, 'registry-client-secret'), 'utf8'),
      }),
    });
    const { access_token: token } = (await bought.json()) as { access_token: string };
    const response = await fetch(`${registryUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body as string | undefined,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  test('runs without the demo: no demo account signs in, no demo client gets a token', async () => {
    expect(app.output).not.toContain('harborline');
    for (const { email } of demoUsers) await expect(signIn(url, email, demoPassword)).rejects.toThrow('401');
    for (const client of ['demo-agent', 'demo-readonly', 'demo-issuer'])
      expect(await buyToken(registryUrl, client)).toBeUndefined();
    expect(await (await fetch(`${url}/sign-in`)).text()).not.toContain(demoPassword);
  });

  test('the administrator sets up a second factor before anything else', async () => {
    const cookie = await signIn(url, administrator, password);
    const issuers = await fetch(`${url}/api/upstream/api/v1/Issuer/GetTransferAgentIssuers`, {
      headers: { cookie },
    });
    expect(issuers.status).toBe(401);
    const page = await fetch(`${url}/sign-in/second-factor`, { headers: { cookie }, redirect: 'manual' });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('authenticator')]);
  });

  test('every read over all issuers has a response while there is none', async () => {
    const statuses: [string, number][] = [];
    for (const [id, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      const { issuer, kind, example } = endpoint;
      const overAll = issuer.by === 'field' && issuer.null === 'all';
      if (kind === 'write' || (!overAll && id !== 'GetTA2Report')) continue;
      const request = { ...example.request, ...(overAll && { [issuer.field]: null }) };
      const { method, path, search, body } = encodeRequest(endpoint, request as RequestOf<Endpoint>);
      statuses.push([id, (await call(path + search, { method, body })).status]);
    }
    expect(statuses.length).toBeGreaterThan(8);
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('a register is brought in while it runs, and a second setup is refused', async () => {
    const workbook = join(folder, 'register.xlsx');
    expect(await run('registry/template', ['--out', workbook, '--example'])).toMatchObject({ status: 0 });
    expect(await run('registry/import', [workbook])).toMatchObject({ status: 0 });
    expect((await call('/agent/v1/settings')).body).toMatchObject({ cutoff: '16:15', approval: 'all' });
    expect((await call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=2001')).body).toMatchObject([
      { className: 'Common', totalOutstandingShares: 2_000_000 },
      { className: 'Series A', totalOutstandingShares: 300_000 },
    ]);
    expect((await call('/agent/v1/books?customerIssuerId=2001')).body).toEqual({
      customerIssuerId: 2001,
      booksFrom: '2026-10-30',
    });
    expect((await setup(['--yes', '--force'])).output).toContain(`Sharebook already runs on ${dataDir}`);
  });

  test('a backup without a folder goes to the one of the setup, and is restored with the settings', async () => {
    expect(await run('backup', ['backup'])).toMatchObject({ status: 0 });
    const [made = '', ...more] = readdirSync(join(folder, 'backups'));
    expect([made, more]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/), []]);
    expect(readdirSync(join(folder, 'backups', made)).sort()).toEqual([
      'dashboard.backup.gz',
      'registry.backup.gz',
      'settings.json',
    ]);
    const again = { DATA_DIR: join(folder, 'restored') };
    expect(await run('backup', ['restore', join(folder, 'backups', made)], '', again)).toMatchObject({
      status: 0,
    });
    expect(readSettings(again.DATA_DIR)).toEqual(readSettings(dataDir));
    expect(statSync(settingsFile(again.DATA_DIR)).mode & 0o777).toBe(0o600);
  });
});
