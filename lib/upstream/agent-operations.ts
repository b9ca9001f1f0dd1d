import 'server-only';
import { ApiError } from '../api/error.ts';
import { type AgentId, agentIds } from '../contract/index.ts';
import { readJson } from '../contract/wire/index.ts';
import { requestIdHere } from '../transport/trace.ts';
import { exchange } from './call.ts';
import { codeOfStatus } from './known-errors.ts';
import type { Upstream } from './upstream.ts';

/**
 * The agent operations that a registry has; none where it answers 404 or refuses our client (403). Read at most
 * every five minutes. Throws ApiError when the registry gives no answer and none is known.
 */
export function agentOperationsOf(upstream: Upstream): Promise<ReadonlySet<AgentId>> {
  return upstream.discovery.read(async () => {
    const { status, text } = await exchange(upstream, 'all', 'GetAgentOperations', {});
    if (status === 404) return new Set();
    if (status === 403) {
      console.error(JSON.stringify({ event: 'agent-operations-refused', requestId: requestIdHere() }));
      return new Set();
    }
    if (status !== 200) throw new ApiError(codeOfStatus(status, 'read') ?? 'upstream_failed');
    return new Set<AgentId>(['GetAgentOperations', ...namesIn(text)]);
  });
}

/** The names in the response that this program knows. Throws `upstream_unreadable`. */
function namesIn(text: string | null): AgentId[] {
  const names = operationsIn(text ?? '');
  if (!Array.isArray(names)) throw new ApiError('upstream_unreadable');
  return agentIds.filter((id) => names.includes(id));
}

function operationsIn(text: string): unknown {
  try {
    return (readJson(text) as { operations?: unknown } | null)?.operations;
  } catch {
    return undefined;
  }
}
