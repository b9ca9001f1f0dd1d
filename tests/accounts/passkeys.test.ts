import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { disableUser } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import { listPasskeys, passkeySite } from '#lib/session/second-factor/passkeys';
import { codesToKeep } from '#lib/session/second-factor/recovery-codes';
import { secondFactorsOf, secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { demo } from '../gateway/gateway-fixture.ts';
import { type Accounts, openAccounts } from './accounts-fixture.ts';
import { openAuthenticator, type Wrong } from './authenticator.ts';
import { type Browser, rejectionOf } from './browser.ts';

vi.mock('@node-rs/argon2', async (actual) => (await import('./quick-argon2.ts')).quick(await actual()));

const origin = 'http://localhost:3000';

let accounts: Accounts;
beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin;
  process.env.REQUIRE_SECOND_FACTOR = 'agent';
  accounts = await openAccounts();
});
afterAll(() => accounts.stop());

const options = async (browser: Browser, use: 'add' | 'prove') =>
  (await (await browser.own('passkey-options', { for: use })).json()) as { challenge: string };

type Authenticator = ReturnType<typeof openAuthenticator>;

async function add(browser: Browser, authenticator: Authenticator, name = 'Laptop', wrong: Wrong = {}) {
  const response = authenticator.make(await options(browser, 'add'), wrong);
  return browser.own('passkey-add', { name, response });
}

/** A staff user who set up a passkey at the first sign-in, and no other factor. */
async function enrolled() {
  const { id, email } = await accounts.person('ta-operator');
  const browser = accounts.browser();
  await browser.signIn(email);
  const authenticator = openAuthenticator(origin);
  expect((await add(browser, authenticator)).status).toBe(200);
  return { id, email, browser, authenticator };
}

/** A browser after the password step, before the passkey step. */
async function halfWay(email: string) {
  const browser = accounts.browser();
  await browser.signIn(email);
  expect(await browser.status()).toBe(401);
  return browser;
}

/** The second step of a sign-in, with one thing wrong. */
async function enterWith(browser: Browser, authenticator: Authenticator, wrong: Wrong = {}) {
  const response = authenticator.sign(await options(browser, 'prove'), wrong);
  return browser.own('passkey-enter', { response });
}

describe('where passkeys are available', () => {
  test.each([
    ['https://books.example', { id: 'books.example', origin: 'https://books.example' }],
    ['https://books.example:8443', { id: 'books.example', origin: 'https://books.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1:3000', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::1]', null],
    ['http://books.example', null],
  ])('%s: %j', (url, site) => {
    expect(passkeySite(url)).toEqual(site);
  });
});

describe('passkey setup', () => {
  test('at the first sign-in it completes the session, and creates recovery codes', async () => {
    const { id, email } = await accounts.person('ta-admin');
    const browser = accounts.browser();
    await browser.signIn(email);
    const half = browser.jar.get('sharebook.session');
    expect(await browser.status()).toBe(401);
    const response = await add(browser, openAuthenticator(origin), '  My laptop ');
    expect(await response.json()).toEqual({ added: true, codes: true });
    expect([await browser.status(), browser.jar.get('sharebook.session') === half]).toEqual([200, false]);
    expect(await codesToKeep(accounts.fixture.pool, id)).toHaveLength(10);
    const { passkeys, enrolled: has, appSince } = await secondFactorsOf(accounts.fixture.pool, id);
    expect([passkeys.map(({ name }) => name), has, appSince]).toEqual([['My laptop'], true, null]);
    const trail = (await accounts.trail('passkey-add')).filter(({ actor }) => actor === id);
    expect(trail.map(({ outcome, text }) => [outcome, text.includes('My laptop')])).toEqual([['ok', true]]);
  });

  test('only the public key is stored', async () => {
    const { id } = await enrolled();
    const { rows } = await accounts.fixture.pool.query<{ bytes: number; text: string }>(
      'select octet_length(public_key) as bytes, passkey::text as text from passkey where person = $1',
      [id],
    );
    // A COSE key of P-256 has 77 bytes, so it contains no private key.
    expect(rows.map(({ bytes }) => bytes)).toEqual([77]);
  });

  test.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another site', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['a user nobody verified', { unverified: true }],
  ])('with %s it is rejected, and nothing is stored', async (_name, wrong) => {
    const { id, email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    const rejected = await rejectionOf(await add(browser, openAuthenticator(origin), 'Laptop', wrong));
    expect([rejected.status, rejected.message]).toEqual([400, 'The passkey was not accepted. Try again.']);
    expect([await browser.status(), await listPasskeys(accounts.fixture.pool, id)]).toEqual([401, []]);
  });

  test('a certificate is ignored, and a challenge counts once', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    const authenticator = openAuthenticator(origin);
    const requested = await options(browser, 'add');
    const certified = authenticator.make(requested, {}, 'packed');
    expect((await browser.own('passkey-add', { name: 'x', response: certified })).status).toBe(400);
    const again = authenticator.make(requested);
    expect((await browser.own('passkey-add', { name: 'x', response: again })).status).toBe(400);
    expect(await listPasskeys(accounts.fixture.pool, id)).toEqual([]);
  });

  test('a passkey registered to an account is not accepted for another', async () => {
    const { authenticator } = await enrolled();
    const { id, email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    expect((await rejectionOf(await add(browser, authenticator))).message).toContain('in use');
    expect([await browser.status(), await codesToKeep(accounts.fixture.pool, id)]).toEqual([401, null]);
  });

  test('requires a recent re-authentication; an oversized response or name is rejected', async () => {
    const { id, browser } = await enrolled();
    const response = openAuthenticator(origin).make(await options(browser, 'add'));
    const huge = { ...response, response: { ...response.response, attestationObject: 'A'.repeat(9000) } };
    expect((await browser.own('passkey-add', { name: 'x', response: huge })).status).toBe(400);
    expect((await browser.own('passkey-add', { name: 'x'.repeat(61), response })).status).toBe(400);
    await accounts.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
      [id],
    );
    expect((await rejectionOf(await browser.own('passkey-options', { for: 'add' }))).code).toBe(
      'step_up_required',
    );
    expect((await rejectionOf(await browser.own('passkey-add', { name: 'x', response }))).code).toBe(
      'step_up_required',
    );
    expect(await listPasskeys(accounts.fixture.pool, id)).toHaveLength(1);
  });
});

describe('sign-in with a password and a passkey', () => {
  test('completes the session under a new ID; a replayed response is rejected', async () => {
    const { email, authenticator } = await enrolled();
    const browser = await halfWay(email);
    const half = browser.jar.get('sharebook.session');
    const response = authenticator.sign(await options(browser, 'prove'));
    const thief = await halfWay(email);
    await options(thief, 'prove');
    expect((await browser.own('passkey-enter', { response })).status).toBe(200);
    expect([await browser.status(), browser.jar.get('sharebook.session') === half]).toEqual([200, false]);
    expect((await thief.own('passkey-enter', { response })).status).toBe(400);
    expect(await thief.status()).toBe(401);
  });

  test.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another site', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['a user nobody verified', { unverified: true }],
    ['a counter that went back', { counter: 1 }],
    ['a counter that stood still', { counter: 5 }],
  ])('with %s it is rejected, with the same text', async (name, wrong) => {
    const { id, email, authenticator } = await enrolled();
    const first = await halfWay(email);
    expect((await enterWith(first, authenticator, { counter: 5 })).status).toBe(200);
    const browser = await halfWay(email);
    const { status, message } = await rejectionOf(await enterWith(browser, authenticator, wrong));
    expect([status, message]).toEqual([
      400,
      'The passkey was not accepted. Try again, or use another method.',
    ]);
    expect(await browser.status()).toBe(401);
    const trail = (await accounts.trail('sign-in-passkey')).filter(({ actor }) => actor === id);
    expect(trail.map(({ outcome }) => outcome)).toEqual(['ok', 'refused']);
    expect(trail[1]?.text.includes('counter')).toBe(name.includes('counter'));
  });

  test('an authenticator without a counter is accepted every time', async () => {
    const { id, email, authenticator } = await enrolled();
    await accounts.fixture.pool.query('update passkey set counter = 0 where person = $1', [id]);
    for (let times = 0; times < 2; times += 1) {
      const browser = await halfWay(email);
      expect((await enterWith(browser, authenticator, { counter: 0 })).status).toBe(200);
    }
  });

  test('a challenge that is five minutes old, for another use, or of another session is invalid', async () => {
    const { email, authenticator, browser: open } = await enrolled();
    const late = await halfWay(email);
    const requested = await options(late, 'prove');
    await accounts.fixture.pool.query(`update session set challenge_until = now() - interval '1 second'`);
    const response = authenticator.sign(requested);
    expect((await late.own('passkey-enter', { response })).status).toBe(400);

    const other = await halfWay(email);
    const remote = authenticator.sign(await options(await halfWay(email), 'prove'));
    await options(other, 'prove');
    expect((await other.own('passkey-enter', { response: remote })).status).toBe(400);

    const toAdd = authenticator.sign(await options(open, 'add'));
    expect((await open.own('confirm', { passkey: toAdd })).status).toBe(400);
    expect([await late.status(), await other.status()]).toEqual([401, 401]);
  });

  test('another user’s passkey, and a disabled account', async () => {
    const [one, two] = [await enrolled(), await enrolled()];
    const browser = await halfWay(one.email);
    expect((await enterWith(browser, two.authenticator)).status).toBe(400);
    const requested = await options(browser, 'prove');
    await withTransaction(accounts.fixture.pool, (client) => disableUser(client, one.email));
    const response = one.authenticator.sign(requested);
    expect((await browser.own('passkey-enter', { response })).status).toBe(401);
    expect(await accounts.browser().to('password', { email: one.email, password: demoPassword })).toContain(
      'error=',
    );
  });

  test('a session before its second factor adds no passkey, and failures are throttled as codes are', async () => {
    const { id, email } = await enrolled();
    const browser = await halfWay(email);
    expect((await browser.own('passkey-options', { for: 'add' })).status).toBe(404);
    const response = openAuthenticator(origin).make({ challenge: 'A'.repeat(43) });
    expect((await browser.own('passkey-add', { name: 'x', response })).status).toBe(401);
    const codes: string[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      codes.push((await rejectionOf(await enterWith(browser, openAuthenticator(origin)))).code);
    expect(codes).toEqual([...Array(5).fill('invalid'), 'throttled', 'throttled']);
    expect(await listPasskeys(accounts.fixture.pool, id)).toHaveLength(1);
  });

  test('a recovery code completes sign-in without the passkey', async () => {
    const { id, email } = await enrolled();
    const [code = ''] = (await codesToKeep(accounts.fixture.pool, id)) ?? [];
    const browser = await halfWay(email);
    await browser.form('code', { code });
    expect(await browser.status()).toBe(200);
  });
});

describe('re-authentication with a passkey', () => {
  test('replaces password and code, and the session gets a new ID', async () => {
    const { id, browser, authenticator } = await enrolled();
    await accounts.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
      [id],
    );
    const before = browser.jar.get('sharebook.session');
    const passkey = authenticator.sign(await options(browser, 'prove'));
    expect((await browser.own('confirm', { passkey })).status).toBe(200);
    expect([await browser.status(), browser.jar.get('sharebook.session') === before]).toEqual([200, false]);
    expect((await browser.own('passkey-options', { for: 'add' })).status).toBe(200);
    expect((await browser.own('confirm', { passkey })).status).toBe(400);
  });

  test('adding an app requires the passkey too, when the last re-authentication is old', async () => {
    const { id, browser, authenticator } = await enrolled();
    await accounts.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
      [id],
    );
    const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
    const fields = { code: codeAt(secret, stepAt(Date.now())), password: demoPassword };
    expect(await browser.to('second-factor', fields)).toMatch(/problem=again&add=app$/);
    const passkey = authenticator.sign(await options(browser, 'prove'));
    expect((await browser.own('confirm', { passkey })).status).toBe(200);
    await browser.form('second-factor', fields);
    expect((await secondFactorsOf(accounts.fixture.pool, id)).appSince).not.toBeNull();
  });

  test('the password alone is rejected for an account with a passkey', async () => {
    const { browser } = await enrolled();
    const rejected = await rejectionOf(await browser.own('confirm', { password: demoPassword }));
    expect([rejected.code, Object.keys(rejected.fields ?? {})]).toEqual(['step_up_required', ['code']]);
  });
});

describe('managing passkeys', () => {
  const proof = async (browser: Browser, authenticator: Authenticator) => ({
    passkey: authenticator.sign(await options(browser, 'prove')),
  });

  test('rename, and remove after re-authentication; not the last one where the role requires it', async () => {
    const { id, browser, authenticator } = await enrolled();
    const spare = openAuthenticator(origin);
    expect(await (await add(browser, spare, 'Key')).json()).toMatchObject({ added: true });
    const keys = await listPasskeys(accounts.fixture.pool, id);
    const [laptop = '', key = ''] = keys.map((one) => one.id);
    expect((await browser.own('passkey-change', { action: 'rename', id: laptop, name: 'Desk' })).status).toBe(
      200,
    );
    const without = await rejectionOf(await browser.own('passkey-change', { action: 'remove', id: key }));
    expect(without.code).toBe('step_up_required');
    const removed = { action: 'remove', id: key, ...(await proof(browser, authenticator)) };
    expect((await browser.own('passkey-change', removed)).status).toBe(200);
    expect((await listPasskeys(accounts.fixture.pool, id)).map(({ name }) => name)).toEqual(['Desk']);
    const last = { action: 'remove', id: laptop, ...(await proof(browser, authenticator)) };
    expect((await rejectionOf(await browser.own('passkey-change', last))).code).toBe('forbidden');
    for (const action of ['passkey-rename', 'passkey-remove'])
      expect((await accounts.trail(action)).filter(({ actor }) => actor === id)).toHaveLength(1);
  });

  test('another user’s passkey cannot be renamed or removed', async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const [key] = await listPasskeys(accounts.fixture.pool, theirs.id);
    for (const change of [{ action: 'rename', name: 'x' }, { action: 'remove' }]) {
      const body = {
        ...change,
        id: key?.id,
        ...(change.action === 'remove' ? await proof(mine.browser, mine.authenticator) : {}),
      };
      expect((await mine.browser.own('passkey-change', body)).status).toBe(404);
    }
    expect(await listPasskeys(accounts.fixture.pool, theirs.id)).toEqual([key]);
  });

  test('recovery codes stay while a factor is left, and are deleted with the last one', async () => {
    const { id, email } = await accounts.person('issuer-officer', [1001]);
    const browser = accounts.browser();
    await browser.signIn(email);
    const authenticator = openAuthenticator(origin);
    await add(browser, authenticator);
    const codes = await codesToKeep(accounts.fixture.pool, id);
    const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
    await browser.form('second-factor', { code: codeAt(secret, stepAt(Date.now())) });
    expect(await codesToKeep(accounts.fixture.pool, id)).toEqual(codes);
    await browser.own('second-factor', { action: 'remove', ...(await proof(browser, authenticator)) });
    expect(await secondFactorsOf(accounts.fixture.pool, id)).toMatchObject({ appSince: null, codesLeft: 10 });
    const [key] = await listPasskeys(accounts.fixture.pool, id);
    const removal = { action: 'remove', id: key?.id, ...(await proof(browser, authenticator)) };
    expect((await browser.own('passkey-change', removal)).status).toBe(200);
    expect(await secondFactorsOf(accounts.fixture.pool, id)).toEqual({
      enrolled: false,
      appSince: null,
      passkeys: [],
      codesLeft: 0,
    });
    expect([await codesToKeep(accounts.fixture.pool, id), await browser.status()]).toEqual([null, 200]);
  });

  test('an administrator removes all of them, with a reason; the next sign-in sets one up', async () => {
    const { id, email, browser } = await enrolled();
    const boss = await accounts.person('ta-admin');
    const admin = accounts.browser();
    await admin.signIn(boss.email);
    await add(admin, openAuthenticator(origin));
    const reset = { action: 'reset-second-factor', reason: 'key lost' };
    expect((await admin.change(id, reset)).status).toBe(200);
    expect(await browser.status()).toBe(401);
    expect(await secondFactorsOf(accounts.fixture.pool, id)).toMatchObject({ enrolled: false, codesLeft: 0 });
    expect((await rejectionOf(await admin.change(boss.id, reset))).message).toContain(
      'another administrator',
    );
    const again = accounts.browser();
    await again.signIn(email);
    expect(await again.status()).toBe(401);
    expect((await add(again, openAuthenticator(origin))).status).toBe(200);
    expect(await again.status()).toBe(200);
  });

  test('issuer staff need none until they set one up', async () => {
    const browser = accounts.browser();
    await browser.signIn(demo.viewer);
    expect(await browser.status()).toBe(200);
    expect((await browser.own('passkey-options', { for: 'prove' })).status).toBe(404);
  });
});
