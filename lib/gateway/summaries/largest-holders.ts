import 'server-only';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import type { ResponseFor } from '#lib/contract/index';
import { agentOperationsFor } from '../agent-operations.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { readUpstream } from '../prefetch.ts';
import { dashboard } from '../wiring.ts';

/** The most accounts of a class that the registry lists. */
const rowsMax = 250;

type Requested = { customerIssuerId: number; cutoff: string | undefined; shown: number };

/**
 * The largest accounts and the totals as the registry computes them; null where it has no operation for this, or the
 * request is more than it answers. Throws ApiError.
 */
export async function readLargestHolders(
  user: User,
  { customerIssuerId, cutoff, shown }: Requested,
  context: GatewayContext = dashboard(),
): Promise<ResponseFor<'GetLargestHolders'> | null> {
  if (cutoff === undefined || shown > rowsMax) return null;
  // Without the right to it, the registry is not asked what it offers.
  if (!can(user, 'GetLargestHolders', customerIssuerId)) return null;
  if (!(await agentOperationsFor(user, context)).has('GetLargestHolders')) return null;
  return readUpstream(user, 'GetLargestHolders', { customerIssuerId, cutoff, numberOfRows: shown }, context);
}
