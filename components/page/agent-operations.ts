import 'server-only';
import { cache } from 'react';
import type { User } from '#lib/access/roles';
import type { AgentId } from '#lib/contract/index';
import { agentOperationsFor } from '#lib/gateway/agent-operations';

/**
 * The agent operations that the registry has and the user may use; looked up once per request. Browser code reads
 * the same from `useAgentOperations`.
 */
export const agentOperationsOf = cache(
  (user: User): Promise<ReadonlySet<AgentId>> => agentOperationsFor(user),
);
