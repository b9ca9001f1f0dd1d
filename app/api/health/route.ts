import { json } from '#lib/api/respond';
import { env } from '#lib/env';
import { requestIdHere } from '#lib/transport/trace';

/** Liveness: this process responds. */
export function GET(): Response {
  return json({ status: 'ok' }, { requestId: requestIdHere(), secure: env().secureCookies });
}
