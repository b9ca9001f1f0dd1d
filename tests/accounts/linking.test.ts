import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLinked } from '#lib/session/provider/provider-link';
import { encryptProof } from '#lib/session/provider/provider-proof';
import { publicUrl } from '../gateway/gateway-fixture.ts';
import { type Browser, rejectionOf } from './browser.ts';
import { onward, openProviderFixture, type ProviderFixture } from './provider-fixture.ts';

let at: ProviderFixture;
beforeAll(async () => {
  at = await openProviderFixture();
});
afterAll(() => at.stop());

describe('linking an account to the provider', () => {
  let made = 0;
  /** A user with a password, just signed in. */
  async function signedIn() {
    made += 1;
    const email = `link-${made}@harborline.example`;
    const id = await at.withPassword(email);
    const user = at.browser();
    await user.signIn(email);
    return { id, email, person: user, subject: `subject-link-${made}` };
  }
  const link = async (user: Browser) => {
    expect((await user.own('provider', { action: 'link' })).status).toBe(200);
    return onward(await (await user.form('provider', { link: '1', next: '/account' })).text());
  };
  async function comeBack(user: Browser, back: string) {
    // As browsers do: a request from another site carries no Strict cookie.
    const strict = user.jar.get('sharebook.session') ?? '';
    user.jar.delete('sharebook.session');
    const response = await user.auth(`callback/oidc${new URL(back).search}`);
    const landed = onward(await response.text());
    expect(response.headers.getSetCookie().filter((line) => line.includes('.session='))).toEqual([]);
    user.jar.set('sharebook.session', strict);
    return landed;
  }

  test('a signed-in user links it, under another address, and can sign in either way', async () => {
    const { id, email, person: signedInUser, subject } = await signedIn();
    at.openId.person = { sub: subject, email: 'private@address.example', email_verified: false };
    const there = await link(signedInUser);
    expect(new URL(there).searchParams.get('prompt')).toBe('login');
    expect(await comeBack(signedInUser, await at.openId.visit(there))).toBe(
      `${publicUrl}/account?provider=linked`,
    );
    expect([await signedInUser.status(), await isLinked(at.fixture.pool, id)]).toEqual([200, true]);
    expect(await at.trailOf(id)).toEqual(['provider-link ok self']);
    const { person: later } = await at.through();
    const { user } = await (await later.auth('session')).json();
    expect(user.email).toBe(email);
    expect((await at.browser().signIn(email)).headers.get('location')).toBe(`${publicUrl}/`);
  });

  test('an identity linked to another account is not moved', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    at.openId.person = { sub: one.subject };
    await comeBack(one.person, await at.openId.visit(await link(one.person)));
    expect(await comeBack(two.person, await at.openId.visit(await link(two.person)))).toBe(
      `${publicUrl}/account?provider=taken`,
    );
    expect([await isLinked(at.fixture.pool, one.id), await isLinked(at.fixture.pool, two.id)]).toEqual([
      true,
      false,
    ]);
    expect(await at.trailOf(two.id)).toEqual(['provider-link refused self taken']);
  });

  test('requires a recent re-authentication, at the button and at the redirect', async () => {
    const { id, person: user } = await signedIn();
    await at.fixture.pool.query(
      `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
      [id],
    );
    expect(await rejectionOf(await user.own('provider', { action: 'link' }))).toMatchObject({
      code: 'step_up_required',
    });
    expect(await user.to('provider', { link: '1', next: '/account' })).toBe('/account?provider=failed');
    expect(await at.browser().to('provider', { link: '1', next: '/account' })).toContain('/sign-in');
    expect(user.jar.has('sharebook.again')).toBe(false);
  });

  test('without a live session, or without a request to link, nothing is linked', async () => {
    const { id, person: user, subject } = await signedIn();
    at.openId.person = { sub: subject };
    const back = await at.openId.visit(await link(user));
    await at.fixture.pool.query('delete from session where person = $1', [id]);
    expect(await comeBack(user, back)).toBe(`${publicUrl}/account?provider=failed`);
    const other = await signedIn();
    at.openId.person = { sub: other.subject };
    const away = await at.openId.visit(await link(other.person));
    other.person.jar.set('sharebook.again', 'A'.repeat(200));
    expect(onward(await (await other.person.auth(`callback/oidc${new URL(away).search}`)).text())).toBe(
      `${publicUrl}/sign-in?error=AccessDenied`,
    );
    expect([await isLinked(at.fixture.pool, id), await isLinked(at.fixture.pool, other.id)]).toEqual([
      false,
      false,
    ]);
    expect(await at.trailOf(id)).toEqual(['provider-link refused self failed']);
  });

  test('a cookie for another purpose does not link, and one for linking does not re-authenticate', async () => {
    const { id, person: user, subject } = await signedIn();
    at.openId.person = { sub: subject };
    const back = await at.openId.visit(await link(user));
    const { rows } = await at.fixture.pool.query<{ began: string }>(
      'select created_at::text as began from session where person = $1',
      [id],
    );
    const name = { id, sessionBegan: rows[0]?.began ?? '' };
    user.jar.set('sharebook.again', encryptProof(name, 'again'));
    await comeBack(user, back);
    expect(await isLinked(at.fixture.pool, id)).toBe(false);
  });

  test('an earlier sign-in at the provider does not link', async () => {
    const { id, person: user, subject } = await signedIn();
    at.openId.person = { sub: subject };
    const back = await at.openId.visit(await link(user));
    const { rows } = await at.fixture.pool.query<{ began: string }>(
      'select created_at::text as began from session where person = $1',
      [id],
    );
    const sentLater = Date.now() + 120_000;
    const name = { id, sessionBegan: rows[0]?.began ?? '' };
    user.jar.set('sharebook.again', encryptProof(name, 'link', sentLater));
    expect(await comeBack(user, back)).toBe(`${publicUrl}/account?provider=failed`);
    expect(await isLinked(at.fixture.pool, id)).toBe(false);
  });

  test('can be unlinked, which ends the sessions begun there; never as the only sign-in method', async () => {
    const { id, person: user, subject } = await signedIn();
    at.openId.person = { sub: subject };
    await comeBack(user, await at.openId.visit(await link(user)));
    const { person: there } = await at.through();
    expect((await user.own('provider', { action: 'unlink' })).status).toBe(200);
    expect([await user.status(), await there.status(), await isLinked(at.fixture.pool, id)]).toEqual([
      200,
      401,
      false,
    ]);
    expect((await at.through()).landed).toContain('error=AccessDenied');
    expect(await at.trailOf(id)).toEqual(['provider-link ok self']);
    const { rows } = await at.fixture.pool.query(`select actor from audit where action = 'provider-unlink'`);
    expect(rows).toEqual([{ actor: id }]);

    await at.invite('only@harborline.example');
    at.openId.person = { sub: 'subject-only', email: 'only@harborline.example', email_verified: true };
    const { person: only } = await at.through();
    const rejected = await rejectionOf(await only.own('provider', { action: 'unlink' }));
    expect([rejected.code, rejected.message]).toEqual(['forbidden', expect.stringContaining('only way')]);
    expect((await at.through()).landed).toBe(`${publicUrl}/reports`);
  });
});
