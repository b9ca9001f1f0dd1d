// Reads for pages that are rendered on the server.

import 'server-only';
import { headers } from 'next/headers';
import type { User } from '../access/roles.ts';
import type { EndpointId, InputFor, ResponseFor } from '../contract/index.ts';
import { requestIdHere } from '../transport/trace.ts';
import type { Reading } from '../upstream/call.ts';
import { requireOperation } from './agent-operations.ts';
import { authorizeRead, effectiveDateOf, type Input, issuerOf, objectOf } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { performRead } from './perform.ts';
import { dashboard } from './wiring.ts';

/**
 * A read for one of our own pages, on the server: same policy, redaction and audit as the gateway. Whole
 * numbers beyond 2^53 are text. `reading` reduces a response that is too large for memory. Throws ApiError.
 */
export async function readUpstream<Id extends EndpointId>(
  user: User,
  id: Id,
  input: InputFor<Id>,
  context: GatewayContext = dashboard(),
  reading?: Reading,
): Promise<ResponseFor<Id>> {
  const requestId = requestIdHere();
  const allowed = authorizeRead(user, id, input as Input);
  await requireOperation(context, id);
  const about = { requestId, reading, integers: 'text' } as const;
  const value = await performRead(context, user, id, allowed, about);
  const entry = {
    requestId,
    actor: user.id,
    action: 'read',
    outcome: 'ok',
    endpoint: id,
    issuer: issuerOf(id, allowed),
    object: objectOf(id, allowed),
    effectiveDate: effectiveDateOf(id, allowed),
    address: await addressHere(context),
  } as const;
  context.defer(context.audit.note(entry).catch(() => undefined));
  return value as ResponseFor<Id>;
}

/** The client address of the page request being rendered. */
async function addressHere(context: GatewayContext): Promise<string | null> {
  try {
    return context.addressOf(await headers());
  } catch {
    // Outside a request: a test, or work that continues after one.
    return null;
  }
}
