import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addPerson, disablePerson } from '#lib/session/accounts';
import { sealProof } from '#lib/session/provider-proof';
import type { Dashboard } from '#lib/upstream/dashboard';
import { demo, openWorld, publicUrl, type World } from '../gateway/world.ts';
import { type StandIn, startStandIn } from '../stand-ins/registry.ts';
import { openBrowser } from './browser.ts';
import { type OpenId, startOpenId } from './openid.ts';

let world: World;
let registry: StandIn;
let board: Dashboard;
let openId: OpenId;

beforeAll(async () => {
  openId = await startOpenId(`${publicUrl}/api/auth/callback/oidc`);
  process.env.OIDC_ISSUER = openId.issuer;
  process.env.OIDC_CLIENT_ID = openId.clientId;
  process.env.OIDC_CLIENT_SECRET = openId.clientSecret;
  world = await openWorld();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  board = world.board(registry.base);
});
afterAll(async () => {
  await registry.stop();
  await world.stop();
  await openId.stop();
});

const onward = (html: string) =>
  /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

const invite = (email: string) =>
  withTransaction(world.pool, (client) =>
    addPerson(client, { email, name: 'Invited Person', role: 'ta-operator', issuers: [], password: null }),
  );

/** From the button to where the browser is at last, with the provider's sign-in in between. */
async function through(person = openBrowser(world, board), fields: Record<string, string> = {}) {
  const begun = await person.form('provider', { next: '/reports', ...fields });
  const there = onward(await begun.text());
  const back = new URL(await openId.visit(there));
  const answer = await person.auth(`${back.pathname.slice('/api/auth/'.length)}${back.search}`);
  return { person, begun, there, back, answer, landed: onward(await answer.text()) };
}

describe('signing in through an OpenID provider', () => {
  test('an invited person comes in by the verified address, and by the subject ever after', async () => {
    await invite('ada@harborline.example');
    openId.person = { sub: 'subject-ada', email: 'Ada@harborline.example', email_verified: true };
    const first = await through();
    expect(first.landed).toBe(`${publicUrl}/reports`);
    expect(await first.person.status()).toBe(200);
    openId.person = { sub: 'subject-ada', email: 'another@address.example', email_verified: true };
    const second = await through();
    const { user } = await (await second.person.auth('session')).json();
    expect(user.email).toBe('ada@harborline.example');
  });

  test('code flow with PKCE, state and nonce; their cookies are Lax, the session Strict', async () => {
    openId.person = { sub: 'subject-ada' };
    const { begun, there, answer } = await through();
    const asked = new URL(there).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{40,}$/);
    const lines = [...begun.headers.getSetCookie(), ...answer.headers.getSetCookie()];
    for (const name of ['state', 'pkce', 'nonce'])
      expect(lines.find((line) => line.startsWith(`sharebook.${name}=`))).toMatch(/HttpOnly; SameSite=Lax/i);
    expect(lines.find((line) => /^sharebook\.session=[\w-]{43}/.test(line))).toMatch(/SameSite=Strict/i);
  });

  test.each([
    [
      'somebody who was never invited',
      { sub: 'subject-eve', email: 'eve@harborline.example', email_verified: true },
    ],
    [
      'an address nobody verified',
      { sub: 'subject-bob', email: 'bob@harborline.example', email_verified: false },
    ],
    ['no address at all', { sub: 'subject-bob' }],
    [
      'an address bound to another subject',
      { sub: 'subject-2', email: 'ada@harborline.example', email_verified: true },
    ],
    ['a look-alike address', { sub: 'subject-3', email: 'bob＠harborline.example', email_verified: true }],
  ])('%s stays outside, and no account is made', async (_name, claims) => {
    if (claims.sub === 'subject-bob') await invite('bob@harborline.example').catch(() => undefined);
    const { rows } = await world.pool.query<{ count: bigint }>('select count(*) from person');
    openId.person = claims;
    const { person, landed } = await through();
    expect(landed).toBe(`${publicUrl}/sign-in?error=AccessDenied`);
    expect(await person.status()).toBe(401);
    expect((await world.pool.query('select count(*) from person')).rows).toEqual(rows);
  });

  test('a closed account stays closed', async () => {
    await invite('cy@harborline.example');
    openId.person = { sub: 'subject-cy', email: 'cy@harborline.example', email_verified: true };
    const { person } = await through();
    expect(await person.status()).toBe(200);
    await withTransaction(world.pool, (client) => disablePerson(client, 'cy@harborline.example'));
    expect(await person.status()).toBe(401);
    expect((await through()).landed).toContain('error=AccessDenied');
  });

  test('an answer meant for another browser, or changed on the way, opens nothing', async () => {
    openId.person = { sub: 'subject-ada' };
    const begun = await openBrowser(world, board).form('provider', { next: '/' });
    const back = new URL(await openId.visit(onward(await begun.text())));
    const other = openBrowser(world, board);
    const answer = await other.auth(`callback/oidc${back.search}`);
    expect(onward(await answer.text())).toContain('/sign-in?error=OAuthCallback');
    const own = openBrowser(world, board);
    const there = onward(await (await own.form('provider', { next: '/' })).text());
    const changed = new URL(await openId.visit(there));
    changed.searchParams.set('state', 'x'.repeat(43));
    expect(onward(await (await own.auth(`callback/oidc${changed.search}`)).text())).toContain(
      'OAuthCallback',
    );
    expect([await other.status(), await own.status()]).toEqual([401, 401]);
  });

  test('an ID token for another nonce is refused', async () => {
    openId.person = { sub: 'subject-ada' };
    const person = openBrowser(world, board);
    const there = new URL(onward(await (await person.form('provider', { next: '/' })).text()));
    there.searchParams.set('nonce', 'n'.repeat(43));
    const back = new URL(await openId.visit(there.href));
    await person.auth(`callback/oidc${back.search}`);
    expect(await person.status()).toBe(401);
  });

  test('only a wish for a new password entry reaches the provider, and no other page leads away', async () => {
    openId.person = { sub: 'subject-ada' };
    const { there, landed } = await through(openBrowser(world, board), { again: '1', next: '//evil.test' });
    expect(new URL(there).searchParams.get('prompt')).toBe('login');
    expect(landed).toBe(`${publicUrl}/`);
    const person = openBrowser(world, board);
    const { csrfToken } = await (await person.auth('csrf')).json();
    const body = new URLSearchParams({ csrfToken }).toString();
    const answer = await person.auth('signin/oidc?redirect_uri=https://evil.test&scope=all', {
      method: 'POST',
      body,
    });
    const asked = new URL(onward(await answer.text())).searchParams;
    expect([asked.get('scope'), asked.get('redirect_uri')]).toEqual([
      'openid email profile',
      `${publicUrl}/api/auth/callback/oidc`,
    ]);
  });

  test('a form of another site begins nothing', async () => {
    const answer = await openBrowser(world, board).form('provider', {}, { origin: 'https://evil.test' });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('somebody with a password may use both ways', async () => {
    openId.person = { sub: 'subject-olivia', email: demo.operator, email_verified: true };
    const { person } = await through();
    expect(await person.status()).toBe(200);
    expect((await openBrowser(world, board).signIn(demo.operator)).headers.get('location')).toBe(
      `${publicUrl}/`,
    );
  });
});

describe('proving anew who one is, at the provider', () => {
  const email = 'pia@harborline.example';
  const subject = { sub: 'subject-pia', email, email_verified: true };
  /** Somebody who signs in by the provider alone, with a proof that has aged. */
  async function aged() {
    openId.person = subject;
    const { person } = await through();
    await world.pool.query(`update session set authenticated_at = now() - interval '11 minutes'`);
    return person;
  }
  const isProven = async () => {
    const { rows } = await world.pool.query<{ fresh: boolean; sessions: bigint }>(
      `select bool_or(s.authenticated_at > now() - interval '1 minute') as fresh, count(*) as sessions
       from session s join person p on p.id = s.person where p.email_key = $1`,
      [email],
    );
    return rows[0];
  };
  const begin = async (person: ReturnType<typeof openBrowser>) =>
    onward(
      await (await person.form('provider', { next: '/issuers/1001/issue?step=review', again: '1' })).text(),
    );
  async function comeBack(person: ReturnType<typeof openBrowser>, back: string, without: string[] = []) {
    // As browsers do: what comes from another site brings no Strict cookie.
    const strict = person.jar.get('sharebook.session') ?? '';
    for (const name of ['sharebook.session', ...without]) person.jar.delete(name);
    const answer = await person.auth(`callback/oidc${new URL(back).search}`);
    if (!person.jar.has('sharebook.session')) person.jar.set('sharebook.session', strict);
    return onward(await answer.text());
  }
  beforeAll(() => invite(email));

  test('asks for the password there, leads back to the very page, and the session goes on under a new id', async () => {
    const person = await aged();
    const before = person.jar.get('sharebook.session');
    expect((await person.own('confirm', {})).status).toBe(403);
    const there = await begin(person);
    expect([new URL(there).searchParams.get('prompt'), new URL(there).searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
    const landed = await comeBack(person, await openId.visit(there));
    expect(landed).toBe(`${publicUrl}/issuers/1001/issue?step=review`);
    expect(person.jar.get('sharebook.session')).not.toBe(before);
    expect([await person.status(), await isProven()]).toEqual([200, { fresh: true, sessions: 1n }]);
    expect(person.jar.has('sharebook.again')).toBe(false);
    const { rows } = await world.pool.query(
      `select outcome, detail->>'by' as by from audit where action = 'step-up' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ outcome: 'ok', by: 'provider' }]);
  });

  test('somebody else who signs in there proves nothing, and takes nobody’s place', async () => {
    await world.pool.query('delete from session');
    const person = await aged();
    const there = await begin(person);
    openId.person = { sub: 'subject-ada' };
    const landed = await comeBack(person, await openId.visit(there));
    expect(landed).toBe(`${publicUrl}/issuers/1001/issue?step=review&proof=failed`);
    expect(await isProven()).toEqual({ fresh: false, sessions: 1n });
    const { user } = await (await person.auth('session')).json();
    expect(user.email).toBe(email);
  });

  test('a sign-in there of before, without the wish for a new one, proves nothing', async () => {
    await world.pool.query('delete from session');
    openId.remembers = true;
    const person = await aged();
    const there = new URL(await begin(person));
    // The wish is taken out on the way, and the provider, which knows the person, says when that was.
    for (const name of ['prompt', 'max_age']) there.searchParams.delete(name);
    there.searchParams.set('max_age', '43200');
    const sealedLater = Date.now() + 120_000;
    const { rows } = await world.pool.query<{ id: string; began: string }>(
      'select person as id, created_at::text as began from session',
    );
    const { id = '', began = '' } = rows[0] ?? {};
    person.jar.set('sharebook.again', sealProof({ id, sessionBegan: began }, sealedLater));
    await comeBack(person, await openId.visit(there.href));
    openId.remembers = false;
    expect(await isProven()).toEqual({ fresh: false, sessions: 1n });
  });

  test('a session that ended meanwhile stays ended; a proof left lying is in nobody’s way', async () => {
    await world.pool.query('delete from session');
    const person = await aged();
    const back = await openId.visit(await begin(person));
    await world.pool.query('delete from session');
    await comeBack(person, back);
    expect(await person.status()).toBe(401);
    await begin(person);
    const again = await through(person);
    expect([again.landed, await person.status()]).toEqual([`${publicUrl}/reports`, 200]);
  });

  test('who has a password proves it here: the provider is an ordinary sign-in for them', async () => {
    const person = openBrowser(world, board);
    await person.signIn(demo.operator);
    await begin(person);
    expect(person.jar.has('sharebook.again')).toBe(false);
  });
});
