import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleSignIn } from '#lib/gateway/sign-in';
import { withTransaction } from '#lib/postgres/pool';
import { disableUser, setRole } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import { readSession } from '#lib/session/sessions';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
  publicUrl,
} from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  context = fixture.context(registry.base);
});
beforeEach(() => fixture.pool.query('delete from sign_in_throttle'));
afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

/** A browser: stores cookies and calls next-auth's own endpoints. */
function browser(planted: Record<string, string> = {}) {
  const jar = new Map(Object.entries(planted));
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function call(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const type: Record<string, string> = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const request = pageRequest(`/api/auth/${path}`, {
      cookie: cookie(),
      method: form ? 'POST' : 'GET',
      headers: { ...type, ...headers },
      body: form ? new URLSearchParams(form).toString() : undefined,
    });
    const response = await handleSignIn(request, path.split('?')[0]?.split('/') ?? [], fixture.pool, context);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
  const token = async () => ((await (await call('csrf')).json()) as { csrfToken: string }).csrfToken;
  return {
    jar,
    cookie,
    call,
    signIn: async (email: string, password: string = demoPassword, extra: Record<string, string> = {}) =>
      call('callback/credentials', { csrfToken: await token(), email, password, json: 'true', ...extra }),
    post: async (path: string, form: Record<string, string>) =>
      call(path, { csrfToken: await token(), json: 'true', ...form }),
    me: async () =>
      (await callGateway(context, '/api/v1/Issuer/GetTransferAgentIssuers', { cookie: cookie() })).status,
  };
}

describe('signing in and out', () => {
  test('the cookie is a random ID, same-site, and gives access to the gateway', async () => {
    const user = browser();
    const response = await user.signIn(demo.operator);
    expect([response.status, (await response.json()).url]).toEqual([200, `${publicUrl}/`]);
    const set = response.headers.getSetCookie().find((line) => line.startsWith('sharebook.session='));
    expect(set).toMatch(/^sharebook\.session=[\w-]{43}; .*HttpOnly; SameSite=Strict/);
    expect(set).not.toMatch(/Domain|; Secure/);
    expect(await user.me()).toBe(200);
    const session = await (await user.call('session')).json();
    expect(session.user).toMatchObject({ email: demo.operator, role: 'ta-operator', issuers: 'all' });
  });

  test('only a digest of the ID is stored, and passwords as argon2id of at least 46 MiB', async () => {
    const user = browser();
    await user.signIn(demo.viewer);
    const id = user.jar.get('sharebook.session') ?? '';
    const { rows } = await fixture.pool.query<{ text: string }>(
      `select string_agg(s::text, ' ') || (select string_agg(p::text, ' ') from person p) as text from session s`,
    );
    expect(rows[0]?.text).not.toContain(id);
    const memory = Number(/\$argon2id\$v=19\$m=(\d+)/.exec(rows[0]?.text ?? '')?.[1]);
    expect(memory).toBeGreaterThanOrEqual(46 * 1024);
  });

  test('a copy of the cookie is invalid after sign-out', async () => {
    const user = browser();
    await user.signIn(demo.operator);
    const copy = user.cookie();
    const response = await user.post('signout', { callbackUrl: '/sign-in' });
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
    expect(user.jar.has('sharebook.session')).toBe(false);
    expect(await user.me()).toBe(401);
    const thief = browser(
      Object.fromEntries(copy.split('; ').map((pair) => pair.split('=') as [string, string])),
    );
    expect(await thief.me()).toBe(401);
    expect(await (await thief.call('session')).json()).toEqual({});
  });

  test('a planted ID never becomes valid, and signing in again ends the earlier session', async () => {
    const planted = 'P'.repeat(43);
    const user = browser({ 'sharebook.session': planted });
    await user.signIn(demo.operator);
    const first = user.jar.get('sharebook.session') ?? '';
    expect(first).not.toBe(planted);
    expect(await browser({ 'sharebook.session': planted }).me()).toBe(401);
    await user.signIn(demo.operator);
    expect(await browser({ 'sharebook.session': first }).me()).toBe(401);
    expect(await user.me()).toBe(200);
  });

  test('sign-in and sign-out require the CSRF token', async () => {
    const user = browser();
    await user.call('callback/credentials', { email: demo.operator, password: demoPassword, json: 'true' });
    expect(user.jar.has('sharebook.session')).toBe(false);
    await user.signIn(demo.operator);
    await user.call('signout', { json: 'true' });
    expect(await user.me()).toBe(200);
  });

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'http://127.0.0.1:3000@evil.test',
    'http://127.0.0.1:30000/x',
  ])('callbackUrl %s leads to the start page', async (callbackUrl) => {
    const response = await browser().signIn(demo.operator, demoPassword, { callbackUrl });
    expect(new URL((await response.json()).url).origin).toBe(publicUrl);
  });

  test('the client log endpoint is disabled', async () => {
    expect((await browser().call('_log', { code: 'x', level: 'error' })).status).toBe(404);
  });
});

describe('session rows are read on each request', () => {
  test('posting role and issuers to the session endpoint has no effect', async () => {
    const signedInUser = browser();
    await signedInUser.signIn(demo.viewer);
    await signedInUser.post('session', { data: '{"role":"ta-admin","issuers":"all"}', role: 'ta-admin' });
    const { csrfToken } = await (await signedInUser.call('csrf')).json();
    const request = pageRequest('/api/auth/session', {
      cookie: signedInUser.cookie(),
      body: { csrfToken, data: { user: { role: 'ta-admin' }, role: 'ta-admin', issuers: 'all', sid: 'x' } },
    });
    await handleSignIn(request, ['session'], fixture.pool, context);
    const { user } = await (await signedInUser.call('session')).json();
    expect([user.role, user.issuers]).toEqual(['issuer-viewer', [1001]]);
  });

  test('a new role or grant counts at the next request, a disabled account is signed out', async () => {
    const user = browser();
    await user.signIn(demo.downloader);
    const types = async (issuer: number) =>
      (
        await callGateway(context, `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`, {
          cookie: user.cookie(),
        })
      ).status;
    expect([await types(1004), await types(1002)]).toEqual([200, 403]);
    await withTransaction(fixture.pool, (client) =>
      setRole(client, demo.downloader, 'issuer-viewer', [1002]),
    );
    expect([await types(1004), await types(1002)]).toEqual([403, 200]);
    await fixture.pool.query(
      `update person_issuer set expires_at = now() - interval '1 second' where issuer = 1002`,
    );
    expect(await types(1002)).toBe(403);
    await withTransaction(fixture.pool, (client) => disableUser(client, demo.downloader));
    expect(await types(1002)).toBe(401);
    expect((await user.signIn(demo.downloader)).status).toBe(401);
  });

  test('ends after 30 minutes idle or 12 hours in total; use extends the idle time', async () => {
    const age = async (change: string) => {
      const user = browser();
      await user.signIn(demo.operator);
      await fixture.pool.query(`update session set ${change} where person = $1`, [
        await fixture.userId(demo.operator),
      ]);
      return user;
    };
    expect(await (await age(`seen_at = now() - interval '31 minutes'`)).me()).toBe(401);
    expect(await (await age(`expires_at = now() - interval '1 second'`)).me()).toBe(401);
    const used = await age(`seen_at = now() - interval '29 minutes'`);
    expect(await used.me()).toBe(200);
    await expect
      .poll(
        async () =>
          (await fixture.pool.query(`select 1 from session where seen_at < now() - interval '1 minute'`))
            .rowCount,
      )
      .toBe(0);
  });

  test('demo users do not exist outside the demo', async () => {
    const user = browser();
    await user.signIn(demo.operator);
    const id = user.jar.get('sharebook.session') ?? null;
    expect(await readSession(fixture.pool, id, true)).not.toBeNull();
    expect(await readSession(fixture.pool, id, false)).toBeNull();
  });
});

describe('password guessing', () => {
  const guesses = async (user: ReturnType<typeof browser>, count: number, email: string = demo.admin) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await user.signIn(email, `wrong-${n}`)).status);
    return statuses;
  };

  test('five wrong guesses, then 429 without a check, for the right password and unknown users too', async () => {
    expect(await guesses(browser(), 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await browser().signIn(demo.admin);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(new URL((await right.json()).url).searchParams.get('error')).toBe('throttled');
    expect(await guesses(browser(), 6, 'nobody@nowhere.example')).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await browser().signIn(demo.operator)).status).toBe(200);
  });

  test('a form without script is redirected to a page with the error', async () => {
    await guesses(browser(), 5);
    const response = await browser().signIn(demo.admin, demoPassword, { json: 'false' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/error=throttled/),
    ]);
  });

  test('of two hundred concurrent guesses five are verified', async () => {
    const users = await Promise.all(Array.from({ length: 200 }, async () => browser()));
    const statuses = await Promise.all(
      users.map(async (user) => (await user.signIn(demo.admin, 'wrong')).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
  });

  test('the owner’s known browser can still sign in, with a count of its own', async () => {
    const owner = browser();
    await owner.signIn(demo.admin);
    await guesses(browser(), 6);
    expect((await browser().signIn(demo.admin)).status).toBe(429);
    expect((await owner.signIn(demo.admin)).status).toBe(200);
    expect(await guesses(owner, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('another user’s device cookie has no effect', async () => {
    const other = browser();
    await other.signIn(demo.viewer);
    await guesses(browser(), 5);
    expect((await other.signIn(demo.admin)).status).toBe(429);
  });

  test('the delay ends, a wrong guess doubles it, the right password resets it', async () => {
    await guesses(browser(), 5);
    const pass = () =>
      fixture.pool.query(`update sign_in_throttle set blocked_until = now() - interval '1 second'`);
    await pass();
    expect(await guesses(browser(), 2)).toEqual([401, 429]);
    const { rows } = await fixture.pool.query<{ wait: string }>(
      `select extract(epoch from max(blocked_until) - now()) as wait from sign_in_throttle`,
    );
    expect(Number(rows[0]?.wait)).toBeGreaterThan(40);
    await pass();
    expect((await browser().signIn(demo.admin)).status).toBe(200);
    expect(await guesses(browser(), 1)).toEqual([401]);
  });

  test.each([' operator@harborline.example ', 'OPERATOR@Harborline.example'])(
    '%s is the same account',
    async (email) => {
      expect((await browser().signIn(email)).status).toBe(200);
    },
  );

  test.each([
    ['a look-alike @', 'operator＠harborline.example', demoPassword],
    ['a NUL', 'operator@harborline.example\u0000', demoPassword],
    ['a very long password', demo.operator, 'x'.repeat(60_000)],
    ['a password with a space before', demo.operator, ` ${demoPassword}`],
    ['a password cut', demo.operator, demoPassword.slice(0, -1)],
    ['nothing', '', ''],
  ])('%s is rejected', async (_name, email, password) => {
    expect((await browser().signIn(email, password)).status).toBe(401);
  });
});
