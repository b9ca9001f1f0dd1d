import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoPassword } from '#lib/session/accounts/demo';
import { secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { demo } from '../gateway/gateway-fixture.ts';
import { type Accounts, openAccounts } from './accounts-fixture.ts';
import { rejectionOf } from './browser.ts';

vi.mock('@node-rs/argon2', async (actual) => (await import('./quick-argon2.ts')).quick(await actual()));

let accounts: Accounts;
beforeAll(async () => {
  process.env.REQUIRE_SECOND_FACTOR = 'agent';
  accounts = await openAccounts();
});
afterAll(() => accounts.stop());

const code = (secret: string, ahead = 0) => codeAt(secret, stepAt(Date.now()) + ahead);

test('with REQUIRE_SECOND_FACTOR=agent agent staff can only reach the setup, by either sign-in', async () => {
  const form = accounts.browser();
  await form.signIn(demo.operator);
  const json = accounts.browser();
  const { csrfToken } = await (await json.auth('csrf')).json();
  const fields = { csrfToken, email: demo.admin, password: demoPassword, json: 'true' };
  await json.auth('callback/credentials', { method: 'POST', body: new URLSearchParams(fields).toString() });
  for (const browser of [form, json]) {
    expect(browser.jar.get('sharebook.session')).toMatch(/^[\w-]{43}$/);
    expect(browser.jar.has('sharebook.device')).toBe(false);
    expect(await browser.status()).toBe(401);
    expect(await (await browser.auth('session')).json()).not.toHaveProperty('user');
    expect(
      (await browser.own('password', { current: demoPassword, password: 'another harbor' })).status,
    ).toBe(401);
    expect((await browser.invite({})).status).toBe(401);
    await browser.form('kept', {});
    await browser.form('code', { code: '123456' });
    expect(await browser.status()).toBe(401);
  }
});

test('after the setup everything is accessible, and the second factor cannot be removed', async () => {
  const browser = accounts.browser();
  const { id, email } = await accounts.person('ta-admin');
  await browser.signIn(email);
  const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
  await browser.form('second-factor', { code: code(secret) });
  expect(await browser.status()).toBe(200);
  const body = { action: 'remove', password: demoPassword, code: code(secret, 1) };
  expect(await rejectionOf(await browser.own('second-factor', body))).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  const again = accounts.browser();
  await again.signIn(email);
  expect([await again.status(), await again.to('second-factor', { code: code(secret, 1) })]).toEqual([
    401,
    '/sign-in?next=%2F',
  ]);
  await again.form('code', { code: code(secret, 1) });
  expect(await again.status()).toBe(200);
});

test('issuer staff need none', async () => {
  const browser = accounts.browser();
  await browser.signIn(demo.viewer);
  expect(await browser.status()).toBe(200);
});

test('sign-out works before the second factor, and a copy of the cookie is invalid', async () => {
  const { email } = await accounts.person('ta-operator');
  const browser = accounts.browser();
  await browser.signIn(email);
  const count = async () => (await accounts.fixture.pool.query('select 1 from session')).rowCount ?? 0;
  const before = await count();
  const { csrfToken } = await (await browser.auth('csrf')).json();
  await browser.auth('signout', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, json: 'true' }).toString(),
  });
  expect(await count()).toBe(before - 1);
});
