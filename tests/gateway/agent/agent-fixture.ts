// A gateway in front of a fake registry with every agent operation, for a whole test file.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { type Handler, type StandIn, startStandIn } from '#tests/fakes/registry';
import { agentOperations } from '#tests/interface/agent-operations';
import { demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

export type AgentFixture = {
  fixture: GatewayFixture;
  registry: StandIn;
  context: GatewayContext;
  /** The cookie of the operator. */
  operator: string;
  /** Answers everything but the list of operations; the usual answer before each test. */
  respond: Handler;
};

/** A gateway before a registry that offers every agent operation, for a whole test file. */
export function agentFixtureOfFile(usual: Handler): AgentFixture {
  const here = { respond: usual } as AgentFixture;
  beforeAll(async () => {
    here.fixture = await openGatewayFixture();
    here.operator = await here.fixture.cookieOf(demo.operator);
    here.registry = await startStandIn({
      handle: (call, response, base) =>
        call.path === '/agent/v1'
          ? { body: JSON.stringify({ operations: Object.keys(agentOperations) }) }
          : here.respond(call, response, base),
    });
    here.context = here.fixture.context(here.registry.base);
  });
  beforeEach(() => {
    here.respond = usual;
    here.registry.calls.length = 0;
  });
  afterAll(async () => {
    await here.registry?.stop();
    await here.fixture?.stop();
  });
  return here;
}
