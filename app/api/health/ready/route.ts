import { ApiError } from '#lib/api/error';
import { errorAnswer, json } from '#lib/api/respond';
import { env } from '#lib/env';
import { proxyWarnings } from '#lib/session/peer';
import { store } from '#lib/session/store';
import { storeVersion } from '#lib/store/version';
import { isDraining } from '#lib/transport/drain';
import { requestIdHere } from '#lib/transport/trace';
import { checkpointWarnings } from '#lib/upstream/checkpoints';
import { isReachable } from '#lib/upstream/reachable';
import { dashboard } from '#lib/upstream/wiring';

/** Whether the store answers and is at this program's version. */
async function isStoreCurrent(): Promise<boolean> {
  const text = 'select max(name) as last from schema_migration';
  const { rows } = await store().query<{ last: string | null }>(text);
  return rows[0]?.last === storeVersion;
}

/**
 * Ready: the process is not on its way out, the store answers and is current, the registry hands out or has handed out a
 * token. No detail for strangers, but for `warnings`: sentences about settings that do not fit what arrives.
 */
export async function GET(): Promise<Response> {
  const about = { requestId: requestIdHere(), secure: env().secureCookies };
  const [current, reachable] = isDraining()
    ? [false, false]
    : await Promise.all([isStoreCurrent().catch(() => false), isReachable(dashboard().upstream)]);
  if (current && reachable && !isDraining()) {
    // A warning keeps nobody from sending requests here.
    const warnings = [...proxyWarnings(), ...checkpointWarnings()];
    return json(warnings.length > 0 ? { status: 'ready', warnings } : { status: 'ready' }, about);
  }
  return errorAnswer(new ApiError('not_ready', { retryAfter: 2 }), about);
}
