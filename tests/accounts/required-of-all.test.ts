import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { demo } from '../gateway/gateway-fixture.ts';
import { onward, openProviderFixture, type ProviderFixture } from './provider-fixture.ts';

let at: ProviderFixture;
beforeAll(async () => {
  process.env.REQUIRE_SECOND_FACTOR = 'all';
  at = await openProviderFixture();
});
afterAll(() => at.stop());

const code = (secret: string) => codeAt(secret, stepAt(Date.now()));

test('with REQUIRE_SECOND_FACTOR=all issuer staff can only reach the setup', async () => {
  const browser = at.browser();
  await browser.signIn(demo.viewer);
  expect(await browser.status()).toBe(401);
  const id = await at.fixture.userId(demo.viewer);
  await browser.form('second-factor', { code: code((await secretToEnrol(at.fixture.pool, id)) ?? '') });
  expect(await browser.status()).toBe(200);
});

test('provider users set one up too, after a new sign-in there when the last one is old', async () => {
  const email = 'gus@harborline.example';
  const id = await at.invite(email);
  at.openId.person = { sub: 'subject-gus', email, email_verified: true };
  const { person: user } = await at.through();
  expect(await user.status()).toBe(401);
  await at.fixture.pool.query(
    `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
    [id],
  );
  const secret = (await secretToEnrol(at.fixture.pool, id)) ?? '';
  expect(await user.to('second-factor', { code: code(secret) })).toContain('problem=elsewhere');
  const there = onward(
    await (await user.form('provider', { again: '1', next: '/sign-in/second-factor' })).text(),
  );
  const back = new URL(await at.openId.visit(there));
  await user.auth(`callback/oidc${back.search}`);
  expect(await user.status()).toBe(401);
  await user.form('second-factor', { code: code(secret) });
  expect(await user.status()).toBe(200);
});
