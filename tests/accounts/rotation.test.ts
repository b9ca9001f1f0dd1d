import { createHash } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOutbox } from '#lib/outbox/outbox';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import {
  finishEnrolment,
  reencryptSecondFactors,
  secretToEnrol,
} from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { secretOf } from '#lib/session/secret-of';
import { startSession } from '#lib/session/sessions';
import { buildIfNeeded } from '#scripts/build';
import { type StandIn, startStandIn } from '../fakes/registry.ts';
import { type GatewayFixture, openGatewayFixture } from '../gateway/gateway-fixture.ts';
import { type Program, startProgram } from '../gateway/matrix/matrix-program.ts';

// NEXTAUTH_SECRET changed with an overlap: what the former secret protects is accepted while both are
// configured, is renewed when used, and is rejected once the former secret is removed.
const former = 'a secret only the gateway tests know';
const present = 'the secret that comes after the other one';
let fixture: GatewayFixture;
let registry: StandIn;
/** Users with a second factor set up under the former secret: email and the app's secret. */
const users: Record<string, { id: string; email: string; secret: string }> = {};

beforeAll(async () => {
  await buildIfNeeded();
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  for (const name of ['comes', 'stays-away', 'swept']) {
    const email = `${name}@rotation.example`;
    const user = { email, name, role: 'ta-operator' as const, issuers: [], password: demoPassword };
    const id = await withTransaction(fixture.pool, (client) => addUser(client, user));
    const secret = (await secretToEnrol(fixture.pool, id)) ?? '';
    expect(await finishEnrolment(fixture.pool, id, codeAt(secret, stepAt(Date.now())))).toBe(true);
    users[name] = { id, email, secret };
  }
}, 600_000);
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

const started = (secrets: Record<string, string>) =>
  startProgram(
    {
      DATABASE_URL: fixture.url,
      DATA_DIR: fixture.dataDir,
      REGISTRY_BASE_URL: registry.base,
      REGISTRY_CLIENT_ID: 'desk',
      REGISTRY_CLIENT_SECRET: 'desk-secret',
      ...secrets,
    },
    { proxy: true },
  );

async function form({ url }: Program, path: string, fields: Record<string, string>, cookie = '') {
  const headers = { origin: url, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  const response = await fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' });
  const [line] = response.headers.getSetCookie().filter((one) => one.startsWith('sharebook.session='));
  const { location = '' } = Object.fromEntries(response.headers);
  return { location, cookie: line?.split(';')[0] ?? '', text: await response.text() };
}

/** Where password and code lead: to the home page, or back to the code. */
async function signIn(program: Program, name: string): Promise<string> {
  const { email, secret, id } = users[name] ?? { email: '', secret: '', id: '' };
  // Each code works once; the test does not wait for the next one.
  await fixture.pool.query('update second_factor set last_step = 0 where person = $1', [id]);
  const entered = await form(program, '/api/account/sign-in/password', { email, password: demoPassword });
  const code = codeAt(secret, stepAt(Date.now()));
  return (await form(program, '/api/account/sign-in/code', { code }, entered.cookie)).location.replace(
    program.url,
    '',
  );
}

/** next-auth's response to its own form when the cookie was made under the former secret. */
async function oldForm(program: Program): Promise<string> {
  const token = 'a'.repeat(64);
  const cookie = `sharebook.csrf=${token}|${createHash('sha256')
    .update(token + former)
    .digest('hex')}`;
  const fields = { csrfToken: token, email: 'nobody@rotation.example', password: 'wrong', json: 'true' };
  return (await form(program, '/api/auth/callback/credentials', fields, cookie)).text;
}

test('rotation with overlap, then without: sessions stay, data is re-encrypted, old tokens become invalid', async () => {
  const { id = '' } = users.comes ?? {};
  const token = await startSession(fixture.pool, id, { address: null, userAgent: null });
  await fixture.pool.query('update session set second_at = now()');
  const status = async ({ url }: Program) => {
    const path = '/api/upstream/api/v1/Issuer/GetTransferAgentIssuers';
    return (await fetch(url + path, { headers: { cookie: `sharebook.session=${token}` } })).status;
  };
  const both = await started({ NEXTAUTH_SECRET: present, NEXTAUTH_SECRET_PREVIOUS: former });
  expect(await status(both)).toBe(200);
  expect(await signIn(both, 'comes')).toBe('/');
  expect(await oldForm(both)).toMatch(/CredentialsSignin/);
  await both.stop();

  // At start the program re-encrypts the secrets of users who did not sign in; one of them is excluded here.
  const away = users['stays-away']?.id;
  const { rows } = await fixture.pool.query('select secret from second_factor where person = $1', [away]);
  await reencryptSecondFactors(fixture.pool, [present, former]);
  await fixture.pool.query('update second_factor set secret = $2 where person = $1', [away, rows[0].secret]);
  const alone = await started({ NEXTAUTH_SECRET: present });
  expect(await status(alone)).toBe(200);
  expect(await signIn(alone, 'comes')).toBe('/');
  expect(await signIn(alone, 'swept')).toBe('/');
  expect(await signIn(alone, 'stays-away')).toContain('problem=wrong');
  expect(await oldForm(alone)).toMatch(/csrf=true/);
  await alone.stop();
});

describe('pending write', () => {
  const requested = {
    operation: 'CreateOrUpdate',
    asked: { name: 'ADA' },
    content: { body: { name: 'ADA' }, before: null },
    issuer: null,
    object: null,
    expected: 'Create' as const,
    summary: {},
    requestId: 'r',
  };

  test('can be read and sent again under the new secret, as the same request', async () => {
    const { pool } = fixture;
    const user = users.swept?.id ?? '';
    const { row } = await openOutbox({ pool, secret: former }).claim({
      ...requested,
      person: user,
      ownKey: 'rotated',
    });
    const both = openOutbox({ pool, secret: present, formerSecrets: [former] });
    expect([both.contentOf(row), both.isSame(row, requested.asked)]).toEqual([requested.content, true]);
    expect(both.isSame(row, { name: 'EVE' })).toBe(false);
    const alone = openOutbox({ pool, secret: present });
    expect([alone.contentOf(row), alone.isSame(row, requested.asked)]).toEqual([null, false]);
    const now = async () => alone.contentOf((await alone.read(row.id)) ?? row);
    await expect.poll(now).toEqual(requested.content);
  });
});

test('a sign-in at the provider completes with the secret its cookies were made with', async () => {
  const salt = 'sharebook.state';
  const state = await encode({ token: { value: 'x' }, secret: former, salt });
  const cookies = { [salt]: state };
  expect(await secretOf('return', cookies, [present, former])).toBe(former);
  expect(await secretOf('return', cookies, [present])).toBe(present);
  expect(await secretOf('form', cookies, [present, former])).toBe(present);
  expect(await secretOf('return', { [salt]: `${state}x` }, [present, former])).toBe(present);
});
