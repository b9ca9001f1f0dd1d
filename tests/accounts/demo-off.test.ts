import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OidcProvider } from '#lib/env';
import { withTransaction } from '#lib/postgres/pool';
import { makeInvitation } from '#lib/session/accounts/invitations';
import { readUsers } from '#lib/session/accounts/users';
import { signInByProvider } from '#lib/session/provider/oidc';
import { proveByProvider } from '#lib/session/provider/provider-proof';
import { finishEnrolment, secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { readOnward, readStanding } from '#lib/session/sessions';
import { demo } from '../gateway/gateway-fixture.ts';
import { type Accounts, openAccounts } from './accounts-fixture.ts';

// A store that had the demo, started with the demo off.
let accounts: Accounts;
const chosen = 'a bell over the harbour';
const provider: OidcProvider = { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' };
const nobody = { address: null, userAgent: null, deviceToken: null, sessionToken: null };

beforeAll(async () => {
  process.env.REGISTRY_DEMO = '0';
  accounts = await openAccounts();
});
afterAll(async () => {
  await accounts?.stop();
  process.env.REGISTRY_DEMO = '';
});

const pool = () => accounts.fixture.pool;

/** A browser with a session of a demo user, begun while the demo was on. */
async function former(email: string) {
  const browser = accounts.browser();
  const cookie = await accounts.fixture.cookieOf(email);
  const [name = '', value = ''] = cookie.split('=');
  browser.jar.set(name, value);
  return { browser, token: value };
}

describe('with the demo off a demo user', () => {
  test('has no session, whatever is requested, and has it again when the demo is on', async () => {
    const { browser, token } = await former(demo.operator);
    expect((await browser.own('sessions', { end: 'all' })).status).toBe(401);
    expect(await (await browser.auth('session')).json()).not.toHaveProperty('user');
    expect(await readStanding(pool(), token, false)).toBeNull();
    const standing = await readStanding(pool(), token, true);
    const user = standing?.person;
    expect(user?.email).toBe(demo.operator);
    if (user) expect(await readOnward(pool(), user, false)).toBeNull();
  });

  test('cannot sign in by password, in either form, with a known browser or without', async () => {
    const { browser } = await former(demo.operator);
    expect(await browser.to('password', { email: demo.operator, password: 'harborline-demo' })).toContain(
      'error=CredentialsSignin',
    );
    expect((await browser.signIn(demo.admin)).headers.getSetCookie().join()).not.toContain('session');
  });

  test('cannot complete the second step', async () => {
    const id = await accounts.fixture.userId(demo.viewer);
    const secret = (await secretToEnrol(pool(), id)) ?? '';
    await finishEnrolment(pool(), id, codeAt(secret, stepAt(Date.now()) - 1));
    const { browser } = await former(demo.viewer);
    const code = codeAt(secret, stepAt(Date.now()));
    expect(await browser.to('code', { code, next: '/' })).toMatch(/^\/sign-in/);
    expect(await browser.to('second-factor', { code, password: 'harborline-demo', next: '/' })).toMatch(
      /^\/sign-in/,
    );
  });

  test('cannot use an invitation, and the link stays valid for when the demo is on', async () => {
    const id = await accounts.fixture.userId(demo.officer);
    const { token } = await withTransaction(pool(), (client) => makeInvitation(client, id, null));
    const browser = accounts.browser();
    expect(await browser.to('invited', { token, password: chosen, again: chosen })).toContain('problem=link');
    const { rows } = await pool().query('select 1 from invitation where person = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  test('cannot be linked to a provider, or sign in by an earlier link', async () => {
    const claims = { iss: provider.issuer, sub: 'subject', email: demo.downloader, email_verified: true };
    const id = await accounts.fixture.userId(demo.downloader);
    // Only an invited account without a password is linked.
    await pool().query('update person set password_hash = null where id = $1', [id]);
    await withTransaction(pool(), (client) => makeInvitation(client, id, null));
    const record = async () => undefined;
    const recent = { ...claims, auth_time: Math.floor(Date.now() / 1000) };
    const enter = (allowDemo: boolean) =>
      signInByProvider(pool(), provider, recent, { ...nobody, allowDemo }, record).then(
        ({ outcome }) => outcome,
      );
    expect(await enter(false)).toBe('refused');
    expect(await enter(true)).toBe('signed-in');
    expect(await enter(false)).toBe('refused');
    const { token } = await former(demo.downloader);
    const user = (await readStanding(pool(), token, true))?.person;
    if (!user) throw new Error('The session was not found.');
    const sentAtMs = Date.now();
    const proof = {
      purpose: 'again' as const,
      id: user.id,
      sessionBegan: user.sessionBegan,
      sentAtMs,
    };
    const proven = { ...claims, auth_time: Math.ceil(sentAtMs / 1000) };
    expect((await proveByProvider(pool(), provider, proven, proof, false)).outcome).toBe('refused');
  });

  test('is not among the users an administrator sees or changes', async () => {
    const { email } = await accounts.person('ta-admin');
    const admin = accounts.browser();
    await admin.signIn(email);
    expect(await admin.status()).toBe(200);
    const id = await accounts.fixture.userId(demo.admin);
    expect((await admin.change(id, { action: 'link' })).status).toBe(404);
    const users = await readUsers(pool(), { zone: 'America/New_York', allowDemo: false });
    expect(users.map((user) => user.email)).toEqual([email]);
  });
});
