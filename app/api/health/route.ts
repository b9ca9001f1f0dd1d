import { json } from '#lib/api/respond';
import { env } from '#lib/env';

/** Alive: this process answers. */
export function GET(): Response {
  return json({ status: 'ok' }, { requestId: crypto.randomUUID(), secure: env().secureCookies });
}
