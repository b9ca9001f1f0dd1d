import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFresh } from '#lib/access/decide';
import { withTransaction } from '#lib/postgres/pool';
import { disableUser } from '#lib/session/accounts/accounts';
import { makeInvitation } from '#lib/session/accounts/invitations';
import { isTooOld, signInByProvider } from '#lib/session/provider/oidc';
import { isLinked } from '#lib/session/provider/provider-link';
import { encryptProof } from '#lib/session/provider/provider-proof';
import { readStanding } from '#lib/session/sessions';
import { demo, publicUrl } from '../gateway/gateway-fixture.ts';
import { type Browser, openBrowser } from './browser.ts';
import { onward, openProviderFixture, type ProviderFixture } from './provider-fixture.ts';

let at: ProviderFixture;
/** Somebody whose account and subject are bound already. */
const una = { sub: 'subject-una', email: 'una@harborline.example', email_verified: true };
beforeAll(async () => {
  at = await openProviderFixture();
  await at.invite(una.email);
  at.openId.person = una;
  expect((await at.through()).landed).toBe(`${publicUrl}/reports`);
});
afterAll(() => at.stop());

describe('sign-in through an OpenID provider', () => {
  test('an invited user signs in by the verified email address, and by the subject from then on', async () => {
    const id = await at.invite('ada@harborline.example');
    at.openId.person = { sub: 'subject-ada', email: 'Ada@harborline.example', email_verified: true };
    const first = await at.through();
    expect(first.landed).toBe(`${publicUrl}/reports`);
    expect(await first.person.status()).toBe(200);
    expect(await at.trailOf(id)).toEqual(['provider-bind ok self']);
    expect((await at.fixture.pool.query('select 1 from invitation where person = $1', [id])).rowCount).toBe(
      0,
    );
    at.openId.person = { sub: 'subject-ada', email: 'another@address.example', email_verified: true };
    const second = await at.through();
    const { user } = await (await second.person.auth('session')).json();
    expect(user.email).toBe('ada@harborline.example');
  });

  test('code flow with PKCE, state and nonce; the flow cookies are Lax, the session cookie Strict', async () => {
    at.openId.person = { sub: una.sub };
    const { begun, there, response } = await at.through();
    const requested = new URL(there).searchParams;
    expect(requested.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(requested.get(name)).toMatch(/^[\w-]{40,}$/);
    const lines = [...begun.headers.getSetCookie(), ...response.headers.getSetCookie()];
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
    ['an address bound to another subject', { sub: 'subject-2', email: una.email, email_verified: true }],
    ['a look-alike address', { sub: 'subject-3', email: 'bob＠harborline.example', email_verified: true }],
  ])('%s is rejected, and no account is created', async (_name, claims) => {
    if (claims.sub === 'subject-bob') await at.invite('bob@harborline.example').catch(() => undefined);
    const { rows } = await at.fixture.pool.query<{ count: bigint }>('select count(*) from person');
    at.openId.person = claims;
    const { person: user, landed } = await at.through();
    expect(landed).toBe(`${publicUrl}/sign-in?error=AccessDenied`);
    expect(await user.status()).toBe(401);
    expect((await at.fixture.pool.query('select count(*) from person')).rows).toEqual(rows);
  });

  test('a disabled account is rejected', async () => {
    await at.invite('cy@harborline.example');
    at.openId.person = { sub: 'subject-cy', email: 'cy@harborline.example', email_verified: true };
    const { person: user } = await at.through();
    expect(await user.status()).toBe(200);
    await withTransaction(at.fixture.pool, (client) => disableUser(client, 'cy@harborline.example'));
    expect(await user.status()).toBe(401);
    expect((await at.through()).landed).toContain('error=AccessDenied');
  });

  test('a response for another browser, or altered on the way, is rejected', async () => {
    at.openId.person = { sub: una.sub };
    const begun = await at.browser().form('provider', { next: '/' });
    const back = new URL(await at.openId.visit(onward(await begun.text())));
    const other = at.browser();
    const response = await other.auth(`callback/oidc${back.search}`);
    expect(onward(await response.text())).toContain('/sign-in?error=OAuthCallback');
    const own = at.browser();
    const there = onward(await (await own.form('provider', { next: '/' })).text());
    const changed = new URL(await at.openId.visit(there));
    changed.searchParams.set('state', 'x'.repeat(43));
    expect(onward(await (await own.auth(`callback/oidc${changed.search}`)).text())).toContain(
      'OAuthCallback',
    );
    expect([await other.status(), await own.status()]).toEqual([401, 401]);
  });

  test('an ID token for another nonce is rejected', async () => {
    at.openId.person = { sub: una.sub };
    const user = at.browser();
    const there = new URL(onward(await (await user.form('provider', { next: '/' })).text()));
    there.searchParams.set('nonce', 'n'.repeat(43));
    const back = new URL(await at.openId.visit(there.href));
    await user.auth(`callback/oidc${back.search}`);
    expect(await user.status()).toBe(401);
  });

  test('only a request to re-authenticate forces a login there, and no parameter redirects elsewhere', async () => {
    at.openId.person = { sub: una.sub };
    expect((await at.browser().form('provider', { next: '//evil.test' })).status).toBe(400);
    const { there, landed } = await at.through(at.browser(), { again: '1', next: '/' });
    // max_age is 0 only where the return is checked against the time of the request.
    expect([new URL(there).searchParams.get('prompt'), new URL(there).searchParams.get('max_age')]).toEqual([
      'login',
      '43200',
    ]);
    expect(landed).toBe(`${publicUrl}/`);
    const user = at.browser();
    const { csrfToken } = await (await user.auth('csrf')).json();
    const body = new URLSearchParams({ csrfToken }).toString();
    const response = await user.auth('signin/oidc?redirect_uri=https://evil.test&scope=all', {
      method: 'POST',
      body,
    });
    const requested = new URL(onward(await response.text())).searchParams;
    expect([requested.get('scope'), requested.get('redirect_uri')]).toEqual([
      'openid email profile',
      `${publicUrl}/api/auth/callback/oidc`,
    ]);
  });

  test('a form of another origin starts nothing', async () => {
    const response = await at.browser().form('provider', {}, { origin: 'https://evil.test' });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('an account with a password is not linked, whatever invitation is open for it', async () => {
    const email = 'dora@harborline.example';
    const id = await at.withPassword(email);
    await withTransaction(at.fixture.pool, (client) => makeInvitation(client, id, null));
    at.openId.person = { sub: 'subject-dora', email, email_verified: true };
    expect((await at.through()).landed).toBe(`${publicUrl}/sign-in?error=AccessDenied`);
    expect([await isLinked(at.fixture.pool, id), await at.trailOf(id)]).toEqual([false, []]);
  });

  test.each([
    ['is too old', `update invitation set expires_at = now() - interval '1 second' where person = $1`],
    ['was taken back', 'delete from invitation where person = $1'],
  ])('an invitation that %s links no account', async (name, spoil) => {
    const email = `late-${name.length}@harborline.example`;
    const id = await at.invite(email);
    await at.fixture.pool.query(spoil, [id]);
    at.openId.person = { sub: `subject-${email}`, email, email_verified: true };
    expect((await at.through()).landed).toBe(`${publicUrl}/sign-in?error=AccessDenied`);
    expect(await isLinked(at.fixture.pool, id)).toBe(false);
  });

  test('no account is linked when the audit trail cannot be written', async () => {
    const email = 'eli@harborline.example';
    const id = await at.invite(email);
    at.openId.person = { sub: 'subject-eli', email, email_verified: true };
    const user = openBrowser(at.fixture, {
      ...at.context,
      audit: { ...at.context.audit, record: () => Promise.reject(new Error('full')) },
    });
    const begun = await openBrowser(at.fixture, at.context, user.jar).form('provider', { next: '/' });
    const back = new URL(await at.openId.visit(onward(await begun.text())));
    await user.auth(`callback/oidc${back.search}`);
    expect([await isLinked(at.fixture.pool, id), await user.status()]).toEqual([false, 401]);
  });
});

describe('re-authentication at the provider', () => {
  const email = 'pia@harborline.example';
  const subject = { sub: 'subject-pia', email, email_verified: true };
  /** A user who signs in by the provider alone, whose last proof is old. */
  async function aged() {
    at.openId.person = subject;
    const { person: user } = await at.through();
    await at.fixture.pool.query(`update session set authenticated_at = now() - interval '11 minutes'`);
    return user;
  }
  const isProven = async () => {
    const { rows } = await at.fixture.pool.query<{ fresh: boolean; sessions: bigint }>(
      `select bool_or(s.authenticated_at > now() - interval '1 minute') as fresh, count(*) as sessions
       from session s join person p on p.id = s.person where p.email_key = $1`,
      [email],
    );
    return rows[0];
  };
  const begin = async (user: Browser) =>
    onward(
      await (await user.form('provider', { next: '/issuers/1001/issue?step=review', again: '1' })).text(),
    );
  async function comeBack(user: Browser, back: string, without: string[] = []) {
    // As browsers do: a request from another site carries no Strict cookie.
    const strict = user.jar.get('sharebook.session') ?? '';
    for (const name of ['sharebook.session', ...without]) user.jar.delete(name);
    const response = await user.auth(`callback/oidc${new URL(back).search}`);
    if (!user.jar.has('sharebook.session')) user.jar.set('sharebook.session', strict);
    return onward(await response.text());
  }
  beforeAll(() => at.invite(email));

  test('asks for the password there, returns to the same page, and the session gets a new ID', async () => {
    await at.fixture.pool.query('delete from session');
    const user = await aged();
    const before = user.jar.get('sharebook.session');
    expect((await user.own('confirm', {})).status).toBe(403);
    const there = await begin(user);
    expect([new URL(there).searchParams.get('prompt'), new URL(there).searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
    const landed = await comeBack(user, await at.openId.visit(there));
    expect(landed).toBe(`${publicUrl}/issuers/1001/issue?step=review`);
    expect(user.jar.get('sharebook.session')).not.toBe(before);
    expect([await user.status(), await isProven()]).toEqual([200, { fresh: true, sessions: 1n }]);
    expect(user.jar.has('sharebook.again')).toBe(false);
    const { rows } = await at.fixture.pool.query(
      `select outcome, detail->>'by' as by from audit where action = 'step-up' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ outcome: 'ok', by: 'provider' }]);
  });

  test('a sign-in of another user there proves nothing, and does not replace the session', async () => {
    await at.fixture.pool.query('delete from session');
    const signedInUser = await aged();
    const there = await begin(signedInUser);
    at.openId.person = { sub: una.sub };
    const landed = await comeBack(signedInUser, await at.openId.visit(there));
    expect(landed).toBe(`${publicUrl}/issuers/1001/issue?step=review&proof=failed`);
    expect(await isProven()).toEqual({ fresh: false, sessions: 1n });
    const { user } = await (await signedInUser.auth('session')).json();
    expect(user.email).toBe(email);
  });

  test('an earlier sign-in there does not count without a forced login', async () => {
    await at.fixture.pool.query('delete from session');
    at.openId.remembers = true;
    const user = await aged();
    const there = new URL(await begin(user));
    // The request for a new sign-in is stripped on the way; the provider, which knows the user, reports the
    // time of the old one.
    for (const name of ['prompt', 'max_age']) there.searchParams.delete(name);
    there.searchParams.set('max_age', '43200');
    const sealedLater = Date.now() + 120_000;
    const { rows } = await at.fixture.pool.query<{ id: string; began: string }>(
      'select person as id, created_at::text as began from session',
    );
    const { id = '', began = '' } = rows[0] ?? {};
    user.jar.set('sharebook.again', encryptProof({ id, sessionBegan: began }, 'again', sealedLater));
    await comeBack(user, await at.openId.visit(there.href));
    at.openId.remembers = false;
    expect(await isProven()).toEqual({ fresh: false, sessions: 1n });
  });

  test('without auth_time: signed in, but not recently, until re-authenticated', async () => {
    await at.fixture.pool.query('delete from session');
    at.openId.person = subject;
    const user = at.browser();
    const there = new URL(onward(await (await user.form('provider', { next: '/' })).text()));
    // The provider of the tests states the time only when max_age asks for it.
    there.searchParams.delete('max_age');
    await comeBack(user, await at.openId.visit(there.href));
    const stored = await at.fixture.pool.query('select authenticated_at from session');
    expect([await user.status(), stored.rows]).toEqual([200, [{ authenticated_at: null }]]);
    const mayDoSensitiveWork = async () => {
      const standing = await readStanding(at.fixture.pool, user.jar.get('sharebook.session') ?? '', true);
      return standing && isFresh(standing.person);
    };
    expect(await mayDoSensitiveWork()).toBe(false);
    await comeBack(user, await at.openId.visit(await begin(user)));
    expect([await user.status(), await isProven()]).toEqual([200, { fresh: true, sessions: 1n }]);
    expect(await mayDoSensitiveWork()).toBe(true);
  });

  test('an auth_time older than max_age: rejected before anything is bound', async () => {
    const invited = 'ida@harborline.example';
    const id = await at.invite(invited);
    const provider = { issuer: at.openId.issuer, clientId: at.openId.clientId, clientSecret: '' };
    const signIn = (ageHours: number) => {
      const auth_time = Math.floor(Date.now() / 1000) - ageHours * 3600;
      const claims = {
        iss: provider.issuer,
        sub: 'subject-ida',
        email: invited,
        email_verified: true,
        auth_time,
      };
      const visitor = {
        address: null,
        userAgent: null,
        deviceToken: null,
        sessionToken: null,
        allowDemo: true,
      };
      return signInByProvider(at.fixture.pool, provider, claims, visitor, async () => undefined);
    };
    expect(await signIn(13)).toEqual({ outcome: 'refused', person: null, code: 'stale' });
    expect(await isLinked(at.fixture.pool, id)).toBe(false);
    expect(await signIn(1)).toMatchObject({ outcome: 'signed-in' });
    expect(await signIn(13)).toEqual({ outcome: 'refused', person: id, code: 'stale' });
  });

  test.each([
    ['now', 0, false],
    ['a minute ahead, by its clock', -60, false],
    ['two minutes ahead', -120, true],
    ['twelve hours ago', 12 * 3600, false],
    ['twelve hours and a minute ago', 12 * 3600 + 60, false],
    ['twelve hours and two minutes ago', 12 * 3600 + 120, true],
  ])('a password entered at the provider %s: too old is %s', (_name, ageSeconds, tooOld) => {
    const now = Date.UTC(2026, 10, 20, 12);
    expect(isTooOld({ sub: 'a', auth_time: now / 1000 - ageSeconds }, now)).toBe(tooOld);
  });

  test('an ended session stays ended; an unused re-authentication blocks nothing', async () => {
    await at.fixture.pool.query('delete from session');
    const user = await aged();
    const back = await at.openId.visit(await begin(user));
    await at.fixture.pool.query('delete from session');
    await comeBack(user, back);
    expect(await user.status()).toBe(401);
    await begin(user);
    const again = await at.through(user);
    expect([again.landed, await user.status()]).toEqual([`${publicUrl}/reports`, 200]);
  });

  test('users with a password re-authenticate here: the provider is an ordinary sign-in for them', async () => {
    const user = at.browser();
    await user.signIn(demo.operator);
    await begin(user);
    expect(user.jar.has('sharebook.again')).toBe(false);
  });
});
