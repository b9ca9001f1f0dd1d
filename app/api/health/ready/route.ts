import { ApiError } from '#lib/api/error';
import { errorResponse, json } from '#lib/api/respond';
import { env } from '#lib/env';
import { dashboard } from '#lib/gateway/wiring';
import { proxyWarnings } from '#lib/session/request-address';
import { store } from '#lib/session/store';
import { storeVersion } from '#lib/store/version';
import { isDraining } from '#lib/transport/drain';
import { requestIdHere } from '#lib/transport/trace';
import { checkpointWarnings } from '#lib/upstream/checkpoints';
import { isReachable } from '#lib/upstream/reachable';

/** Whether the database responds and has this program's schema version. */
async function isStoreCurrent(): Promise<boolean> {
  const text = 'select max(name) as last from schema_migration';
  const { rows } = await store().query<{ last: string | null }>(text);
  return rows[0]?.last === storeVersion;
}

/**
 * Ready: no shutdown has begun, the database responds and is current, and the registry has issued a token. No
 * details for unauthenticated callers except `warnings`: texts on settings that do not fit the requests
 * received.
 */
export async function GET(): Promise<Response> {
  const about = { requestId: requestIdHere(), secure: env().secureCookies };
  const [current, reachable] = isDraining()
    ? [false, false]
    : await Promise.all([isStoreCurrent().catch(() => false), isReachable(dashboard().upstream)]);
  if (current && reachable && !isDraining()) {
    // A warning does not make the process unready.
    const warnings = [...proxyWarnings(), ...checkpointWarnings()];
    return json(warnings.length > 0 ? { status: 'ready', warnings } : { status: 'ready' }, about);
  }
  return errorResponse(new ApiError('not_ready', { retryAfter: 2 }), about);
}
