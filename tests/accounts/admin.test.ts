import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '#lib/session/accounts/demo';
import { readUsers } from '#lib/session/accounts/users';
import { secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { callGateway, demo } from '../gateway/gateway-fixture.ts';
import { type Accounts, openAccounts } from './accounts-fixture.ts';
import { type Browser, rejectionOf } from './browser.ts';

vi.mock('@node-rs/argon2', async (actual) => (await import('./quick-argon2.ts')).quick(await actual()));

let accounts: Accounts;
let admin: Browser;
beforeAll(async () => {
  accounts = await openAccounts();
  admin = accounts.browser();
  await admin.signIn(demo.admin);
});
afterAll(() => accounts.stop());

const chosen = 'harbor lights at seven';
let invited = 0;
const someone = (rest: object = {}) => {
  invited += 1;
  return {
    name: 'New Comer',
    email: `new-${invited}@larkspur.example`,
    role: 'ta-operator',
    grants: [],
    ...rest,
  };
};
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const view = async (id: string) =>
  (await readUsers(accounts.fixture.pool, { zone: 'America/New_York', allowDemo: true, only: id }))[0];

describe('inviting', () => {
  test('the link is shown once, sets a password once, and only its digest is stored', async () => {
    const user = someone({ role: 'issuer-viewer', grants: [{ issuer: 1001, until: '2099-12-31' }] });
    const response = await admin.invite(user);
    const { id, link } = await response.json();
    expect([response.status, (await view(id))?.state]).toEqual([200, 'invited']);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\/invited\/[\w-]{43}$/);
    const { rows } = await accounts.fixture.pool.query<{ text: string }>(
      `select coalesce((select string_agg(i::text, ' ') from invitation i), '') ||
         (select string_agg(a::text, ' ') from audit a) as text`,
    );
    expect(rows[0]?.text).not.toContain(tokenOf(link));
    const theirs = accounts.browser();
    const fields = { token: tokenOf(link), password: chosen, again: chosen };
    expect(await theirs.to('invited', { ...fields, again: 'another' })).toContain('problem=differ');
    expect(await theirs.to('invited', { ...fields, password: 'baseball1', again: 'baseball1' })).toContain(
      'common',
    );
    expect(await theirs.to('invited', fields)).toBe('/');
    expect(await theirs.status()).toBe(200);
    expect(await view(id)).toMatchObject({
      state: 'active',
      grants: [{ issuer: 1001, until: '2099-12-31', over: false }],
      linkUntil: null,
    });
    expect(await accounts.browser().to('invited', fields)).toContain('problem=link');
    expect(await accounts.browser().to('password', { email: user.email, password: chosen })).toBe('/');
  });

  test('a link ends by time, by a newer one, and with the account', async () => {
    const accept = async (link: string) =>
      accounts.browser().to('invited', { token: tokenOf(link), password: chosen, again: chosen });
    const first = await (await admin.invite(someone())).json();
    await accounts.fixture.pool.query(
      `update invitation set expires_at = now() - interval '1 second' where person = $1`,
      [first.id],
    );
    expect(await accept(first.link)).toContain('problem=link');
    const second = await (await admin.change(first.id, { action: 'link' })).json();
    const third = await (await admin.change(first.id, { action: 'link' })).json();
    expect(await accept(second.link)).toContain('problem=link');
    await admin.change(first.id, { action: 'disable' });
    await admin.change(first.id, { action: 'enable' });
    expect(await accept(third.link)).toContain('problem=link');
  });

  test('a password reset link unlocks an account locked by guesses, and ends its sessions', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const theirs = accounts.browser();
    await theirs.signIn(email);
    const thief = accounts.browser();
    for (let guess = 0; guess < 5; guess += 1) await thief.signIn(email, `wrong ${guess}`);
    expect(await accounts.browser().to('password', { email, password: demoPassword })).toContain('throttled');
    const { link } = await (await admin.change(id, { action: 'link' })).json();
    const fields = { token: tokenOf(link), password: chosen, again: chosen };
    expect(await accounts.browser().to('invited', fields)).toBe('/');
    expect(await theirs.status()).toBe(401);
    expect(await accounts.browser().to('password', { email, password: chosen })).toBe('/');
  });

  test.each([
    ['an address that is taken', { email: demo.viewer }, 'email'],
    ['a look-alike address', { email: 'viewer＠larkspur.example' }, 'email'],
    ['a role nobody has', { role: 'ta-owner' }, 'role'],
    ['a role of granted issuers without one', { role: 'downloader' }, 'grants'],
    ['a role of all issuers with one', { grants: [{ issuer: 1001, until: null }] }, 'grants'],
    [
      'an issuer twice',
      { role: 'downloader', grants: Array(2).fill({ issuer: 1001, until: null }) },
      'grants',
    ],
    ['an issuer as text', { role: 'downloader', grants: [{ issuer: '1001', until: null }] }, 'grants'],
    [
      'a last day that is over',
      { role: 'downloader', grants: [{ issuer: 1001, until: '2020-01-01' }] },
      'grants',
    ],
    ['a day that is none', { role: 'downloader', grants: [{ issuer: 1001, until: '2099-02-30' }] }, 'grants'],
    ['no name', { name: ' ' }, 'name'],
    ['a field of another kind', { password: chosen }, ''],
  ])('%s is rejected by name, and no account is created', async (_name, rest, field) => {
    const count = async () => (await accounts.fixture.pool.query('select count(*) from person')).rows[0];
    const before = await count();
    const { status, fields } = await rejectionOf(await admin.invite(someone(rest)));
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
    expect(await count()).toEqual(before);
  });
});

describe('issuers unknown to the registry', () => {
  const granted = (...issuers: number[]) => ({
    role: 'issuer-viewer',
    grants: issuers.map((issuer) => ({ issuer, until: null })),
  });

  test('are rejected by name, for new and existing accounts; nothing is changed', async () => {
    const none = await rejectionOf(await admin.invite(someone(granted(1001, 4711))));
    expect([none.status, none.fields]).toEqual([400, { grants: ['The registry has no issuer 4711.'] }]);
    const { id } = await (await admin.invite(someone(granted(1001)))).json();
    const more = await rejectionOf(
      await admin.change(id, { action: 'rights', ...granted(1001, 4711, 4712) }),
    );
    expect(more.fields?.grants).toEqual(['The registry has no issuers 4711, 4712.']);
    expect((await view(id))?.grants).toMatchObject([{ issuer: 1001 }]);
  });

  test('cannot be verified while the registry is down: saved with a notice and audited; removals work', async () => {
    const { handle } = accounts.registry;
    const { id } = await (await admin.invite(someone(granted(1001)))).json();
    accounts.registry.handle = () => ({ status: 500 });
    const response = await admin.change(id, { action: 'rights', ...granted(1001, 4711) });
    expect(await response.json()).toEqual({ changed: true, unchecked: [4711] });
    const trail = (await accounts.trail('account-rights')).filter(({ object }) => object === id);
    expect(trail.at(-1)?.text).toContain('4711');
    const calls = accounts.registry.calls.length;
    const less = await admin.change(id, { action: 'rights', ...granted(4711) });
    expect(await less.json()).toEqual({ changed: true, unchecked: [] });
    expect(accounts.registry.calls).toHaveLength(calls);
    accounts.registry.handle = handle;
    expect((await view(id))?.grants).toMatchObject([{ issuer: 4711 }]);
  });
});

describe('changing a user’s rights', () => {
  const types = async (browser: Browser, issuer: number) =>
    (
      await callGateway(
        accounts.context,
        `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`,
        {
          cookie: browser.cookie(),
        },
      )
    ).status;

  test('role, issuers and expiry dates count at the next request; both sides are audited', async () => {
    const { id, email } = await accounts.person('issuer-viewer', [1001]);
    const theirs = accounts.browser();
    await theirs.signIn(email);
    expect([await types(theirs, 1001), await types(theirs, 1004)]).toEqual([200, 403]);
    const body = {
      action: 'rights',
      role: 'issuer-officer',
      grants: [{ issuer: 1004, until: '2099-06-30' }],
    };
    expect((await admin.change(id, body)).status).toBe(200);
    expect([await types(theirs, 1001), await types(theirs, 1004)]).toEqual([403, 200]);
    const [entry] = (await accounts.trail('account-rights')).filter(({ object }) => object === id);
    expect(entry).toMatchObject({ outcome: 'ok', actor: await accounts.fixture.userId(demo.admin) });
    expect(entry?.text).toContain('issuer-viewer');
    expect(entry?.text).toContain('1004 until 2099-06-30');
    await accounts.fixture.pool.query(
      `update person_issuer set expires_at = now() - interval '1 second' where person = $1`,
      [id],
    );
    expect(await types(theirs, 1004)).toBe(403);
    expect((await view(id))?.grants).toMatchObject([{ issuer: 1004, over: true }]);
  });

  test('a grant is valid to the end of its day in New York', async () => {
    const { id } = await accounts.person('issuer-viewer', [1001]);
    await admin.change(id, {
      action: 'rights',
      role: 'downloader',
      grants: [{ issuer: 1001, until: '2099-07-01' }],
    });
    const { rows } = await accounts.fixture.pool.query(
      'select expires_at from person_issuer where person = $1',
      [id],
    );
    expect(new Date(rows[0]?.expires_at).toISOString()).toBe('2099-07-02T04:00:00.000Z');
  });

  test('disabled: signed out at once, no sign-in, and restored when enabled', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const theirs = accounts.browser();
    await theirs.signIn(email);
    await admin.change(id, { action: 'disable' });
    expect([await theirs.status(), await theirs.to('password', { email, password: demoPassword })]).toEqual([
      401,
      '/sign-in?error=CredentialsSignin',
    ]);
    await admin.change(id, { action: 'enable' });
    expect(await theirs.to('password', { email, password: demoPassword })).toBe('/');
  });

  test('sessions are ended, a lost second factor is removed', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const theirs = accounts.browser();
    await theirs.signIn(email);
    expect(await (await admin.change(id, { action: 'end-sessions' })).json()).toEqual({ ended: 1 });
    expect(await theirs.status()).toBe(401);
    await theirs.signIn(email);
    const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
    await theirs.form('second-factor', { code: codeAt(secret, stepAt(Date.now())) });
    expect((await view(id))?.secondFactor).toBe(true);
    for (const reason of [undefined, ' ab ', 'x'.repeat(201)]) {
      const rejected = await rejectionOf(await admin.change(id, { action: 'reset-second-factor', reason }));
      expect([rejected.status, Object.keys(rejected.fields ?? {})]).toEqual([400, ['reason']]);
    }
    expect((await view(id))?.secondFactor).toBe(true);
    await admin.change(id, { action: 'reset-second-factor', reason: 'phone lost,\nseen in person' });
    const removed = (await accounts.trail('account-reset-second-factor')).filter(
      ({ object }) => object === id,
    );
    expect(removed.map(({ outcome }) => outcome)).toEqual(['ok']);
    expect(removed[0]?.text).toContain('phone lost, seen in person');
    expect([(await view(id))?.secondFactor, await theirs.status()]).toEqual([false, 401]);
    await theirs.signIn(email);
    expect(await theirs.status()).toBe(200);
  });
});

describe('who may change accounts', () => {
  const raise = { action: 'rights', role: 'ta-admin', grants: [] };

  test.each(['ta-operator', 'issuer-officer', 'issuer-viewer', 'downloader'] as const)(
    'a %s changes no account, the own one included',
    async (role) => {
      const { id, email } = await accounts.person(role, role === 'ta-operator' ? [] : [1001]);
      const other = await accounts.person('ta-operator');
      const browser = accounts.browser();
      await browser.signIn(email);
      const responses = [
        await browser.invite(someone()),
        await browser.change(id, raise),
        await browser.change(other.id, { action: 'disable' }),
        await browser.change(crypto.randomUUID(), raise),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect([(await view(id))?.role, (await view(other.id))?.state]).toEqual([role, 'active']);
    },
  );

  test('an unknown role gives no access, and an administrator can change it', async () => {
    const { id, email } = await accounts.person('ta-admin');
    const browser = accounts.browser();
    await browser.signIn(email);
    expect(await browser.status()).toBe(200);
    await accounts.fixture.pool.query("update person set role = 'auditor' where id = $1", [id]);
    expect(await browser.status()).toBe(401);
    expect((await browser.change(await accounts.fixture.userId(demo.operator), raise)).status).toBe(401);
    const change = await admin.change(id, { action: 'rights', role: 'ta-operator', grants: [] });
    expect([change.status, (await view(id))?.role]).toEqual([200, 'ta-operator']);
  });

  test('an administrator cannot change the own account', async () => {
    const own = await accounts.fixture.userId(demo.admin);
    for (const action of ['disable', 'link', 'end-sessions', 'reset-second-factor']) {
      const { status, message } = await rejectionOf(await admin.change(own, { action }));
      expect([action, status, message]).toEqual([
        action,
        403,
        expect.stringContaining('another administrator'),
      ]);
    }
    const role = { action: 'rights', role: 'ta-operator', grants: [] };
    expect((await admin.change(own, role)).status).toBe(403);
    expect(await view(own)).toMatchObject({ role: 'ta-admin', state: 'active' });
  });

  test('two administrators who disable each other at once: one stays enabled', async () => {
    const [one, two] = [await accounts.person('ta-admin'), await accounts.person('ta-admin')];
    const [first, second] = [accounts.browser(), accounts.browser()];
    await first.signIn(one.email);
    await second.signIn(two.email);
    const responses = await Promise.all([
      first.change(two.id, { action: 'disable' }),
      second.change(one.id, { action: 'disable' }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const states = [(await view(one.id))?.state, (await view(two.id))?.state];
    expect(states.sort()).toEqual(['active', 'disabled']);
  });

  test('an administrator whose password entry is not recent re-authenticates first', async () => {
    const { email } = await accounts.person('ta-admin');
    const target = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    await accounts.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes'
       where person = (select id from person where email_key = $1)`,
      [email],
    );
    expect((await rejectionOf(await browser.change(target.id, { action: 'disable' }))).code).toBe(
      'step_up_required',
    );
    expect((await rejectionOf(await browser.invite(someone()))).code).toBe('step_up_required');
    expect((await browser.own('confirm', { password: demoPassword })).status).toBe(200);
    expect((await browser.change(target.id, { action: 'disable' })).status).toBe(200);
  });

  test('another origin, no session, unknown account, unknown action', async () => {
    expect((await admin.invite(someone(), { 'x-sharebook': '' })).status).toBe(403);
    expect((await admin.invite(someone(), { origin: 'https://evil.test' })).status).toBe(403);
    expect((await accounts.browser().invite(someone())).status).toBe(401);
    const { id } = await accounts.person('ta-operator');
    const statuses = [
      await admin.change(crypto.randomUUID(), { action: 'disable' }),
      await admin.change('1 or 1=1', { action: 'disable' }),
      await admin.change(id, { action: 'delete' }),
      await admin.change(id, { action: 'disable', role: 'ta-admin' }),
      await admin.invite({ ...someone(), name: 'x'.repeat(20_000) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 400, 400, 400]);
  });

  test('nothing is changed when the audit trail cannot be written', async () => {
    const { id } = await accounts.person('ta-operator');
    await accounts.fixture.pool.query('alter table audit add constraint closed check (false) not valid');
    const { code } = await rejectionOf(await admin.change(id, { action: 'disable' }));
    await accounts.fixture.pool.query('alter table audit drop constraint closed');
    expect([code, (await view(id))?.state]).toEqual(['audit_unavailable', 'active']);
  });
});
