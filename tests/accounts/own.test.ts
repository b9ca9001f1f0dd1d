import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '#lib/session/accounts/demo';
import { codesToKeep } from '#lib/session/second-factor/recovery-codes';
import { secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { listSessions } from '#lib/session/session-list';
import { readStanding } from '#lib/session/sessions';
import { type Accounts, openAccounts } from './accounts-fixture.ts';
import { rejectionOf } from './browser.ts';

vi.mock('@node-rs/argon2', async (actual) => (await import('./quick-argon2.ts')).quick(await actual()));

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.stop());

const better = 'a quiet harbor at dawn';

/** A code that no earlier code of the test has used up. */
const nextCode = (secret: string, after = 1) => codeAt(secret, stepAt(Date.now()) + after);

/** A signed-in user with a second factor; its secret and recovery codes. */
async function enrolled(role: 'ta-operator' | 'ta-admin' = 'ta-operator') {
  const { id, email } = await accounts.person(role);
  const browser = accounts.browser();
  await browser.signIn(email);
  const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
  // Uses the current step: the next one, which is accepted too, stays free for the test.
  await browser.form('second-factor', { code: nextCode(secret, 0) });
  const codes = (await codesToKeep(accounts.fixture.pool, id)) ?? [];
  return { id, email, browser, secret, codes };
}

describe('form without script', () => {
  test('signs in and redirects; a wrong password returns to the form with the error', async () => {
    const { email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    expect(await browser.to('password', { email, password: 'wrong', next: '/ops/queue' })).toBe(
      '/sign-in?next=%2Fops%2Fqueue&error=CredentialsSignin',
    );
    expect(await browser.to('password', { email, password: demoPassword, next: '/ops/queue' })).toBe(
      '/ops/queue',
    );
    expect(await browser.status()).toBe(200);
    for (const next of ['//evil.test', '/\\evil.test', '/\u2028'])
      expect((await browser.form('password', { email, password: demoPassword, next })).status).toBe(400);
    expect(await browser.to('password', { email, password: demoPassword, next: '/sign-in' })).toBe('/');
    expect(await browser.to('out', {})).toBe('/sign-in');
    expect(await browser.status()).toBe(401);
  });

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['no origin', { origin: '' }],
    ['origin null', { origin: 'null' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
    ['text', { 'content-type': 'text/plain' }],
  ])('from %s does not sign in', async (_name, headers: Record<string, string>) => {
    const { email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    const response = await browser.form('password', { email, password: demoPassword }, headers);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('a form that is too large, and an unknown step', async () => {
    const browser = accounts.browser();
    expect((await browser.form('password', { email: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await browser.form('__proto__', {})).status).toBe(404);
  });
});

describe('password', () => {
  test('a new password ends every other session and renews the session ID', async () => {
    const { id, email } = await accounts.person('issuer-officer', [1001]);
    const [here, there] = [accounts.browser(), accounts.browser()];
    await here.signIn(email);
    await there.signIn(email);
    const before = here.jar.get('sharebook.session');
    const response = await here.own('password', { current: demoPassword, password: better });
    expect(response.status).toBe(200);
    expect(here.jar.get('sharebook.session')).not.toBe(before);
    expect([await here.status(), await there.status()]).toEqual([200, 401]);
    expect(await there.to('password', { email, password: demoPassword })).toContain('error=');
    expect(await there.to('password', { email, password: better })).toBe('/');
    const trail = (await accounts.trail('password-change')).filter(({ actor }) => actor === id);
    expect(trail.map(({ outcome }) => outcome)).toEqual(['ok']);
    expect(JSON.stringify(trail)).not.toContain(better);
  });

  test.each([
    ['a wrong current one', { current: 'wrong', password: better }, 'current'],
    ['none', { password: better }, 'current'],
    ['a common one', { current: demoPassword, password: 'baseball1' }, 'password'],
    ['a short one', { current: demoPassword, password: 'short' }, 'password'],
    ['a field of another kind', { current: demoPassword, password: better, role: 'ta-admin' }, ''],
  ])('%s changes nothing and names the field', async (_name, body, field) => {
    const { email } = await accounts.person('issuer-viewer', [1001]);
    const browser = accounts.browser();
    await browser.signIn(email);
    expect(Object.keys((await rejectionOf(await browser.own('password', body))).fields ?? {})).toEqual([
      field,
    ]);
    expect(await accounts.browser().to('password', { email, password: demoPassword })).toBe('/');
  });

  test('guessing the current password is throttled like sign-in', async () => {
    const { email } = await accounts.person('issuer-viewer', [1001]);
    const browser = accounts.browser();
    await browser.signIn(email);
    const codes: string[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      codes.push((await rejectionOf(await browser.own('confirm', { password: `wrong ${guess}` }))).code);
    expect(codes).toEqual([...Array(5).fill('invalid'), 'throttled', 'throttled']);
  });
});

describe('own sessions', () => {
  test('end one, the others, all', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const [one, two, three] = [accounts.browser(), accounts.browser(), accounts.browser()];
    for (const browser of [one, two, three]) await browser.signIn(email);
    const standing = await readStanding(accounts.fixture.pool, two.jar.get('sharebook.session') ?? '', true);
    const { ended } = await (await one.own('sessions', { end: standing?.person.sessionId })).json();
    expect([ended, await two.status(), await three.status()]).toEqual([1, 401, 200]);
    await one.own('sessions', { end: 'others' });
    expect([await one.status(), await three.status()]).toEqual([200, 401]);
    await one.own('sessions', { end: 'all' });
    expect([await one.status(), await listSessions(accounts.fixture.pool, id)]).toEqual([401, []]);
  });

  test('another user’s session cannot be ended', async () => {
    const [mine, yours] = [await accounts.person('ta-operator'), await accounts.person('ta-operator')];
    const [me, you] = [accounts.browser(), accounts.browser()];
    await me.signIn(mine.email);
    await you.signIn(yours.email);
    const standing = await readStanding(accounts.fixture.pool, you.jar.get('sharebook.session') ?? '', true);
    expect(await (await me.own('sessions', { end: standing?.person.sessionId })).json()).toEqual({
      ended: 0,
    });
    expect(await you.status()).toBe(200);
  });

  test.each([
    ['no header of ours', { 'x-sharebook': '' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('with %s no session ends', async (_name, headers: Record<string, string>) => {
    const { email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    expect((await browser.own('sessions', { end: 'all' }, headers)).status).toBe(403);
    expect(await browser.status()).toBe(200);
  });
});

describe('invalid sessions', () => {
  test('a provider cookie, a partial one, a duplicate, another spelling, a bearer token: no session, no error', async () => {
    const { email } = await accounts.person('ta-operator');
    const owner = accounts.browser();
    await owner.signIn(email);
    const id = owner.jar.get('sharebook.session') ?? '';
    const encrypted = await encode({
      token: { sid: id, sub: email },
      secret: process.env.NEXTAUTH_SECRET ?? '',
    });
    const cookies = [
      `sharebook.session=${encrypted}`,
      `sharebook.session=${id.slice(0, -1)}`,
      `sharebook.session=${id}x`,
      `sharebook.session=%E0%A4%A`,
      `sharebook.session=${'x'.repeat(60_000)}`,
      `sharebook.session.0=${id.slice(0, 20)}; sharebook.session.1=${id.slice(20)}`,
      `sharebook.session=x; sharebook.session=${id}`,
      `Sharebook.session=${id}`,
      `next-auth.session-token=${id}`,
      `sharebook.state=${id}`,
    ];
    for (const cookie of cookies) {
      const browser = accounts.browser();
      const [name = '', ...value] = cookie.split('=');
      browser.jar.set(name, value.join('='));
      expect([cookie.slice(0, 60), await browser.status()]).toEqual([cookie.slice(0, 60), 401]);
      expect((await browser.auth('session')).status).toBe(200);
      expect(await (await browser.auth('session')).json()).toEqual({});
    }
    const bearer = await owner.own('sessions', { end: 'all' }, { authorization: `Bearer ${id}` });
    expect([bearer.status, await owner.status()]).toEqual([401, 200]);
  });
});

describe('second factor', () => {
  test('after the password nothing is accessible before the code; the code works once', async () => {
    const { email, secret } = await enrolled();
    const browser = accounts.browser();
    await browser.signIn(email);
    const half = browser.jar.get('sharebook.session') ?? '';
    expect([await browser.status(), (await browser.own('sessions', { end: 'all' })).status]).toEqual([
      401, 401,
    ]);
    expect(await (await browser.auth('session')).json()).not.toHaveProperty('user');
    expect(await browser.to('code', { code: '000000', next: '/ops/queue' })).toContain('problem=wrong');
    const code = nextCode(secret);
    expect(
      await browser.to('code', { code: `${code.slice(0, 3)} ${code.slice(3)}`, next: '/ops/queue' }),
    ).toBe('/ops/queue');
    expect(await browser.status()).toBe(200);
    expect(browser.jar.get('sharebook.session')).not.toBe(half);
    const again = accounts.browser();
    await again.signIn(email);
    expect(await again.to('code', { code })).toContain('problem=wrong');
    expect(await again.status()).toBe(401);
  });

  test('five browsers with the same code: one signs in', async () => {
    const { email, secret } = await enrolled();
    const browsers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const browser = accounts.browser();
        await browser.signIn(email);
        return browser;
      }),
    );
    const code = nextCode(secret);
    await Promise.all(browsers.map((browser) => browser.form('code', { code })));
    const statuses = await Promise.all(browsers.map((browser) => browser.status()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('recovery codes: ten, each once, digests only, deleted when new ones are created', async () => {
    const { id, email, codes, browser: owner, secret } = await enrolled();
    expect(codes).toHaveLength(10);
    expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    const use = async (code = '') => {
      const browser = accounts.browser();
      await browser.signIn(email);
      await browser.form('code', { code });
      return browser.status();
    };
    expect([await use(codes[0]), await use(codes[0]), await use(codes[1]?.toLowerCase())]).toEqual([
      200, 401, 200,
    ]);
    const made = await owner.own('second-factor', {
      action: 'codes',
      password: demoPassword,
      code: nextCode(secret),
    });
    expect(made.status).toBe(200);
    expect(await use(codes[2])).toBe(401);
    await owner.form('kept', {});
    expect(await codesToKeep(accounts.fixture.pool, id)).toBeNull();
    const { rows } = await accounts.fixture.pool.query<{ text: string }>(
      `select string_agg(c::text, ' ') || (select f::text from second_factor f where f.person = $1)
         || coalesce((select f::text from fresh_codes f where f.person = $1), '') as text
       from recovery_code c where person = $1`,
      [id],
    );
    for (const word of [secret, ...codes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(rows[0]?.text).not.toContain(word);
  });

  test('code guessing is throttled apart from passwords, and a known browser is not blocked', async () => {
    const { email, browser: owner, secret } = await enrolled();
    await owner.form('out', {});
    const thief = accounts.browser();
    await thief.signIn(email);
    const led: string[] = [];
    for (let guess = 0; guess < 7; guess += 1) led.push((await thief.to('code', { code: '123456' })) ?? '');
    expect(led.map((to) => /problem=(\w+)/.exec(to)?.[1])).toEqual([
      ...Array(5).fill('wrong'),
      'throttled',
      'throttled',
    ]);
    await owner.signIn(email);
    expect(await owner.to('code', { code: nextCode(secret), next: '/reports' })).toBe('/reports');
  });

  test('a session that waits for its code cannot set up another app', async () => {
    const { id, email } = await enrolled();
    const thief = accounts.browser();
    await thief.signIn(email);
    expect(await thief.to('second-factor', { code: '123456' })).toMatch(/^\/sign-in/);
    expect(await secretToEnrol(accounts.fixture.pool, id)).toBeNull();
    expect(await thief.status()).toBe(401);
  });

  test('re-authentication requires the code too, and renews the session', async () => {
    const { browser, secret } = await enrolled();
    const old = browser.jar.get('sharebook.session');
    const without = await rejectionOf(await browser.own('confirm', { password: demoPassword }));
    expect([without.code, Object.keys(without.fields ?? {})]).toEqual(['step_up_required', ['code']]);
    const wrong = await rejectionOf(await browser.own('confirm', { password: demoPassword, code: '000000' }));
    expect([wrong.code, Object.keys(wrong.fields ?? {})]).toEqual(['invalid', ['code']]);
    expect((await browser.own('confirm', { password: demoPassword, code: nextCode(secret) })).status).toBe(
      200,
    );
    expect(browser.jar.get('sharebook.session')).not.toBe(old);
    expect(await browser.status()).toBe(200);
  });

  test('setup requires the password again when its entry is not recent', async () => {
    const { id, email } = await accounts.person('ta-operator');
    const browser = accounts.browser();
    await browser.signIn(email);
    await accounts.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
      [id],
    );
    const secret = (await secretToEnrol(accounts.fixture.pool, id)) ?? '';
    expect(await secretToEnrol(accounts.fixture.pool, id)).toBe(secret);
    expect(await browser.to('second-factor', { code: nextCode(secret) })).toContain('problem=password');
    const done = await browser.to('second-factor', { code: nextCode(secret), password: demoPassword });
    expect(done).toMatch(/^\/sign-in\/second-factor/);
    expect(await browser.status()).toBe(200);
  });
});

describe('second factor required for agent staff', () => {
  const stage = async (browser: ReturnType<Accounts['browser']>, rule: 'none' | 'agent' | 'all' = 'agent') =>
    (await readStanding(accounts.fixture.pool, browser.jar.get('sharebook.session') ?? '', true, rule))
      ?.stage;

  test('agent roles can only reach the setup, at once and in open sessions', async () => {
    const [agent, officer] = [
      await accounts.person('ta-admin'),
      await accounts.person('issuer-officer', [1001]),
    ];
    const [one, two] = [accounts.browser(), accounts.browser()];
    await one.signIn(agent.email);
    await two.signIn(officer.email);
    expect([await stage(one, 'none'), await stage(one), await stage(two)]).toEqual(['open', 'enrol', 'open']);
    expect([await stage(one, 'all'), await stage(two, 'all')]).toEqual(['enrol', 'enrol']);
    const secret = (await secretToEnrol(accounts.fixture.pool, agent.id)) ?? '';
    await one.form('second-factor', { code: nextCode(secret) });
    expect(await stage(one)).toBe('open');
  });

  test('is removed with password and code, where it is not required', async () => {
    const { browser, secret } = await enrolled();
    const body = { action: 'remove', password: demoPassword, code: nextCode(secret) };
    expect((await browser.own('second-factor', { ...body, code: '' })).status).toBe(403);
    expect((await browser.own('second-factor', body)).status).toBe(200);
    expect([await stage(browser, 'none'), await stage(browser)]).toEqual(['open', 'enrol']);
  });
});
