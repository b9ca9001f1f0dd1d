// Dashboard store with demo users and a fake registry, for tests of accounts and sign-in.

import type { Role } from '#lib/access/roles';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { demoPassword } from '#lib/session/accounts/demo';
import { type StandIn, startStandIn } from '../fakes/registry.ts';
import { type GatewayFixture, openGatewayFixture } from '../gateway/gateway-fixture.ts';
import { openBrowser } from './browser.ts';

export type Accounts = {
  fixture: GatewayFixture;
  context: GatewayContext;
  registry: StandIn;
  browser: () => ReturnType<typeof openBrowser>;
  /** A separate account for a test, with the demo's password. */
  person(role: Role, issuers?: number[]): Promise<{ id: string; email: string }>;
  /** The audit entries of an action, oldest first. */
  trail(
    action: string,
  ): Promise<{ outcome: string; actor: string | null; object: string | null; text: string }[]>;
  stop(): Promise<void>;
};

/** The dashboard's store with the demo users, in front of a registry that knows two issuers without data. */
export async function openAccounts(): Promise<Accounts> {
  const fixture = await openGatewayFixture();
  const issuers = '[{"customerIssuerId":1001},{"customerIssuerId":1004}]';
  const registry = await startStandIn({
    handle: ({ path }) => ({ body: path.endsWith('GetTransferAgentIssuers') ? issuers : '[]' }),
  });
  const context = fixture.context(registry.base);
  let made = 0;
  return {
    fixture,
    context,
    registry,
    browser: () => openBrowser(fixture, context),
    async person(role, issuers = []) {
      made += 1;
      const email = `person-${made}@harborline.example`;
      const input = { email, name: `Person ${made}`, role, issuers, password: demoPassword };
      return { email, id: await withTransaction(fixture.pool, (client) => addUser(client, input)) };
    },
    async trail(action) {
      const { rows } = await fixture.pool.query<{
        outcome: string;
        actor: string;
        object: string;
        text: string;
      }>('select outcome, actor, object, audit::text as text from audit where action = $1 order by seq', [
        action,
      ]);
      return rows;
    },
    async stop() {
      await registry.stop();
      await fixture.stop();
    },
  };
}
