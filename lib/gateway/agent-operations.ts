import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { can } from '../access/can.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type AgentId, type EndpointId, isAgentOperation } from '../contract/index.ts';
import { agentOperationsOf } from '../upstream/agent-operations.ts';
import type { GatewayContext } from './gateway-context.ts';
import { dashboard } from './wiring.ts';

/**
 * Throws `not_found` for an agent operation that this registry does not have, without calling it. Other operations
 * pass.
 */
export async function requireOperation({ upstream }: GatewayContext, id: EndpointId): Promise<void> {
  if (!isAgentOperation(id)) return;
  const found = await agentOperationsOf(upstream);
  if (!found.has(id)) throw new ApiError('not_found');
}

/** Whether the registry has an operation, however long it takes to say so. Throws ApiError when it does not. */
export async function hasOperation(
  id: AgentId,
  { upstream }: Pick<GatewayContext, 'upstream'> = dashboard(),
): Promise<boolean> {
  return (await agentOperationsOf(upstream)).has(id);
}

/** A page waits no longer for a registry that does not respond. */
const waitMs = 1_000;

const none: ReadonlySet<AgentId> = new Set();

/**
 * The agent operations that this registry has and the user may use, for what pages show. Empty while the registry
 * cannot say.
 */
export async function agentOperationsFor(
  user: User,
  context: Pick<GatewayContext, 'upstream'> = dashboard(),
): Promise<ReadonlySet<AgentId>> {
  if (!can(user, 'GetAgentOperations')) return none;
  const found = await Promise.race([
    agentOperationsOf(context.upstream).catch(() => none),
    pause(waitMs, none, { ref: false }),
  ]);
  return new Set([...found].filter((id) => can(user, id)));
}
