import { json } from '#lib/api/respond';
import { env } from '#lib/env';
import { requestIdHere } from '#lib/transport/trace';

/** Alive: this process answers. */
export function GET(): Response {
  return json({ status: 'ok' }, { requestId: requestIdHere(), secure: env().secureCookies });
}
