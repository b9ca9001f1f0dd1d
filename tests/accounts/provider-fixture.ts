// Dashboard store, fake registry and OpenID provider for tests of sign-in with a provider.

import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import { makeInvitation } from '#lib/session/accounts/invitations';
import { startStandIn } from '../fakes/registry.ts';
import { openGatewayFixture, publicUrl } from '../gateway/gateway-fixture.ts';
import { openBrowser } from './browser.ts';
import { startOpenId } from './openid.ts';

export type ProviderFixture = Awaited<ReturnType<typeof openProviderFixture>>;

const account = { name: 'Invited Person', role: 'ta-operator', issuers: [] } as const;

/** Target of a page that redirects by itself. */
export const onward = (html: string) =>
  /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** The dashboard's store with the demo users, and a certified OpenID provider to sign in with. */
export async function openProviderFixture() {
  const openId = await startOpenId(`${publicUrl}/api/auth/callback/oidc`);
  process.env.OIDC_ISSUER = openId.issuer;
  process.env.OIDC_CLIENT_ID = openId.clientId;
  process.env.OIDC_CLIENT_SECRET = openId.clientSecret;
  const fixture = await openGatewayFixture();
  const registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  const context = fixture.context(registry.base);
  const browser = () => openBrowser(fixture, context);
  return {
    fixture,
    context,
    openId,
    browser,
    /** An account that was not accepted yet, with an open invitation. */
    invite: (email: string) =>
      withTransaction(fixture.pool, async (client) => {
        const id = await addUser(client, { ...account, email, password: null });
        await makeInvitation(client, id, null);
        return id;
      }),
    withPassword: (email: string) =>
      withTransaction(fixture.pool, (client) =>
        addUser(client, { ...account, email, password: demoPassword }),
      ),
    /** The audit entries of an account and the provider, oldest first: action, outcome, actor and code. */
    async trailOf(user: string) {
      const { rows } = await fixture.pool.query<{ line: string }>(
        `select concat_ws(' ', action, outcome, case when actor = $1 then 'self' end, detail->>'code') as line
         from audit where object = $1::text and action like 'provider-%' order by seq`,
        [user],
      );
      return rows.map(({ line }) => line);
    },
    /** From the button to the final page, with the provider's sign-in in between. */
    async through(user = browser(), fields: Record<string, string> = {}) {
      const begun = await user.form('provider', { next: '/reports', ...fields });
      const there = onward(await begun.text());
      const back = new URL(await openId.visit(there));
      const response = await user.auth(`${back.pathname.slice('/api/auth/'.length)}${back.search}`);
      return { person: user, begun, there, back, response, landed: onward(await response.text()) };
    },
    async stop() {
      await registry.stop();
      await fixture.stop();
      await openId.stop();
    },
  };
}
