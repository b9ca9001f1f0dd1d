/** @module-tag scaled */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formToken } from '#lib/gateway/form-token';
import { readSession } from '#lib/session/sessions';
import { responseHeaders } from '#lib/transport/headers';
import { buildIfNeeded } from '#scripts/build';
import type { StandIn } from '#tests/fakes/registry';
import { type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';
import { accountCells, adminCells } from './matrix-admin.ts';
import { type Cell, gatewayCells } from './matrix-cells.ts';
import { ownCells, plantLargeRun, plantObjects } from './matrix-own.ts';
import { pageCells, runPages } from './matrix-pages.ts';
import { type Program, startProgram } from './matrix-program.ts';
import { startMatrixRegistry } from './matrix-registry.ts';
import { runMatrix, type Send } from './matrix-run.ts';
import { type Cast, openCast } from './matrix-users.ts';

// The cells of matrix.test.ts, sent over HTTP to the built dashboard, without its proxy.ts and with it.
const secret = 'a secret only the matrix of the programs knows';
let fixture: GatewayFixture;
let cast: Cast;

beforeAll(async () => {
  await buildIfNeeded();
  fixture = await openGatewayFixture();
  cast = await openCast(fixture.pool);
  await plantObjects(fixture.pool, fixture.dataDir, cast);
}, 600_000);
afterAll(() => fixture?.stop());

const own = { 'x-sharebook': '1', 'content-type': 'application/json' };

/** Sends a cell as our own pages would. A header with an empty value is left out. */
const sender =
  ({ url }: Program): Send =>
  async ({ request: { method, path, body, headers } }, cookie) => {
    const all: Record<string, string> = { ...(cookie ? { cookie } : {}) };
    if (method !== 'GET' && method !== 'HEAD') Object.assign(all, own, { origin: url });
    for (const [name, value] of Object.entries(headers ?? {})) all[name] = value;
    for (const name of Object.keys(all)) if (all[name] === '') delete all[name];
    const user = body?.includes('TOKEN')
      ? await readSession(fixture.pool, cookie.split('=')[1] ?? null, false)
      : null;
    const text = user ? body?.replace('TOKEN', formToken(secret, user)) : body;
    const response = await fetch(url + path, { method, headers: all, body: text, redirect: 'manual' });
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  };

/** Picks cells evenly across subjects, operations and variants when only some are sent. */
const spread = (name: string) => [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7);

/** Thousands of requests in a row; one that is cut short would count its calls into the next test. */
const sweepMs = 900_000;

/** `npm test` sends every 32nd cell, the same ones with and without; the long lane sends all of them. */
const every = process.env.TEST_LANE === 'long' ? 1 : 32;

/** Addresses that cannot be decoded; the framework fails on them if it gets them. */
const unreadable = [
  '/api/holders/%E0%A4%A/tax-id/reveal',
  '/api/upstream/api/v1/Issuer/%E0%A4%A?customerIssuerId=1001',
  '/api/runs/%zz/file',
  '/api/auth/%',
  '/issuers/%E0%A4%A',
  '/issuers/1001/holders/%c0%af',
  '/get/runs/%zz',
  '/sign-in/%',
];

describe.each([
  ['without proxy.ts', false],
  ['with proxy.ts', true],
] as const)('built dashboard, %s', (_name, proxy) => {
  let registry: StandIn;
  let program: Program;

  beforeAll(async () => {
    registry = await startMatrixRegistry();
    program = await startProgram(
      {
        DATABASE_URL: fixture.url,
        DATA_DIR: fixture.dataDir,
        NEXTAUTH_SECRET: secret,
        REGISTRY_BASE_URL: registry.base,
        REGISTRY_CLIENT_ID: 'desk',
        REGISTRY_CLIENT_SECRET: 'desk-secret',
      },
      { proxy },
    );
  });
  afterAll(async () => {
    await program?.stop();
    await registry?.stop();
  });

  const cellsOf = <C extends { name: string }>(cells: readonly C[]) =>
    cells.filter(({ name }) => spread(name) % every === 0);
  const wrongOf = async (cells: readonly Cell[]) =>
    (await runMatrix(cellsOf(cells), cast, registry, sender(program))).slice(0, 40);

  test('runs in the named mode', async () => {
    const response = await fetch(`${program.url}/no/such/page`, { redirect: 'manual' });
    expect(/sign-in\?next=/.test(response.headers.get('location') ?? '')).toBe(proxy);
  });

  test('an address that cannot be decoded is rejected with all headers, without a call to the registry', async () => {
    const calls = registry.calls.length;
    for (const cookie of ['', cast.get('operator')?.[0]?.cookie ?? ''])
      for (const path of unreadable) {
        const headers: Record<string, string> = cookie ? { cookie } : {};
        const response = await fetch(program.url + path, { headers, redirect: 'manual' });
        expect(response.status, path).toBe(400);
        expect(Object.fromEntries(response.headers), path).toMatchObject(responseHeaders);
        const text = await response.text();
        expect(text, path).toMatch(path.startsWith('/api/') ? /"code":"invalid"/ : /cannot be read<\/h1>/);
      }
    expect(registry.calls).toHaveLength(calls);
  });

  test('the static error page needs no script and no style of its own', async () => {
    const cookie = cast.get('operator')?.[0]?.cookie ?? '';
    const response = await fetch(`${program.url}/_global-error`, { headers: { cookie } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('<h1 class="font-title text-2xl">This page could not be shown</h1>');
    expect(text).not.toMatch(/<script|<style|style=|<button/);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  test(
    'gateway: every cell is correct, and no denied request reaches the registry',
    async () => {
      expect(cellsOf(gatewayCells()).length).toBeGreaterThan(6_000 / every);
      expect(await wrongOf(gatewayCells())).toEqual([]);
    },
    sweepMs,
  );

  test(
    'runs, archives, writes, form, tax IDs, audit trail and accounts: the same',
    async () => {
      expect(await wrongOf([...ownCells(), ...adminCells(), ...accountCells()])).toEqual([]);
    },
    sweepMs,
  );

  test(
    'no page shows or requests what its user may not see',
    async () => {
      // The archives of earlier cells are still being created.
      const open = 'select count(*)::int as n from batch where finished_at is null';
      await expect.poll(async () => (await fixture.pool.query(open)).rows[0].n, { timeout: 60_000 }).toBe(0);
      const { wrong, showing } = await runPages(cellsOf(pageCells()), cast, registry, program.url);
      expect(wrong.slice(0, 40)).toEqual([]);
      expect(showing).toBeGreaterThan(100 / every);
    },
    sweepMs,
  );

  test('a running download is aborted when the grant is withdrawn', async () => {
    const { run, cookie, withdraw, restore } = await plantLargeRun(fixture, cast);
    const response = await fetch(`${program.url}/api/runs/${run}/file`, { headers: { cookie } });
    expect(response.status).toBe(200);
    const pieces = response.body?.getReader();
    const rest = async () => {
      await pieces?.read();
      await withdraw();
      while (!(await pieces?.read())?.done) await new Promise((rested) => setTimeout(rested, 20));
    };
    await expect(rest()).rejects.toThrow();
    await restore();
    expect(
      (await fetch(`${program.url}/api/runs/${run}/file`, { method: 'HEAD', headers: { cookie } })).status,
    ).toBe(200);
  });
});
