import { ApiError } from '#lib/api/error';
import { errorAnswer, json } from '#lib/api/respond';
import { env } from '#lib/env';
import { store } from '#lib/session/store';
import { isReachable } from '#lib/upstream/reachable';
import { dashboard } from '#lib/upstream/wiring';

/** Ready: the store answers and the registry hands out or has handed out a token. No detail for strangers. */
export async function GET(): Promise<Response> {
  const about = { requestId: crypto.randomUUID(), secure: env().secureCookies };
  const storeUp = store()
    .query('select 1')
    .then(
      () => true,
      () => false,
    );
  const [stored, reachable] = await Promise.all([storeUp, isReachable(dashboard().upstream)]);
  if (stored && reachable) return json({ status: 'ready' }, about);
  return errorAnswer(new ApiError('not_ready', { retryAfter: 2 }), about);
}
