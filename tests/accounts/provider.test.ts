import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addPerson, disablePerson } from '#lib/session/accounts';
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
