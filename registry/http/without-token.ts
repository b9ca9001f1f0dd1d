import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { docsReply } from './docs.ts';
import { Failure } from './failure.ts';
import { jsonType, type Reply } from './reply.ts';

const version = '1.0';
const readyWithinMs = 3_000;

/** The addresses outside the interface, without a token: health and documentation. Undefined for any other path. */
export async function replyWithoutToken(
  given: { pool: Pool; baseUrl: string },
  method: string,
  path: string,
): Promise<Reply | undefined> {
  const reply =
    path === '/health'
      ? state(200, 'live')
      : path === '/health/ready'
        ? ready(given.pool)
        : docsReply(path, given.baseUrl, version);
  if (!reply || method === 'GET' || method === 'HEAD') return reply;
  throw new Failure(405, 'This address takes GET only.', { headers: { allow: 'GET, HEAD' } });
}

function ready(pool: Pool): Promise<Reply> {
  const answers = pool.query('select 1').then(
    () => state(200, 'ready'),
    () => state(503, 'unavailable'),
  );
  return Promise.race([answers, pause(readyWithinMs, state(503, 'unavailable'), { ref: false })]);
}

function state(status: number, name: string): Reply {
  return {
    status,
    headers: { 'content-type': jsonType },
    body: JSON.stringify({ status: name }),
  };
}
