// Responds with a list of any length: a short one built first, a long one streamed.

import type { PoolClient } from 'pg';
import { type Db, inSnapshot, streamSnapshot } from '#registry/db/session';
import type { JsonText } from '#registry/http/reply';
import type { Issuer } from '#registry/queries/issuers';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../context.ts';
import { issuerInScope } from '../request/scope.ts';
import { gathered } from './json-pieces.ts';

/**
 * Lists with this many rows or more are streamed. A shorter one is built first, which frees its connection
 * early.
 */
const longFrom = 25_000;

/**
 * The response for a list of any length. `plan` checks the request and estimates the number of rows; `pieces`
 * yields the text from one snapshot. Few long lists are streamed at once, the others wait. Memory use does not
 * depend on the length, and the stream ends when the reader disconnects. Throws what `plan` and the first piece
 * throw.
 */
export async function listResponse<Plan>(
  ctx: Context,
  plan: (db: Db) => Promise<{ plan: Plan; rows: number }>,
  pieces: (client: PoolClient, plan: Plan) => AsyncIterable<string>,
): Promise<JsonText> {
  const planned = await inSnapshot(ctx.pool, plan);
  // Headers are sent only with the first rows: a client that has the headers expects the rest soon.
  const made = streamSnapshot(ctx.pool, (client) => gathered(pieces(client, planned.plan)));
  if (planned.rows < longFrom) return { jsonText: await Array.fromAsync(made) };
  const leave = await ctx.longLists.enter(ctx.gone);
  // Also runs after a complete response: the connection closes last.
  const end = () => void made.return().then(leave, leave);
  ctx.gone.addEventListener('abort', end, { once: true });
  if (ctx.gone.aborted) end();
  const first = await made.next();
  return { jsonText: resumed(first, made) };
}

async function* resumed(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * `listResponse` for one issuer the caller may see. The number of holdings decides whether a list of all accounts
 * is long.
 */
export function issuerList(
  ctx: Context,
  customerIssuerId: bigint | number | null | undefined,
  accounts: 'all' | 'one',
  pieces: (client: PoolClient, issuer: Issuer) => AsyncIterable<string>,
): Promise<JsonText> {
  const plan = async (db: Db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', customerIssuerId);
    if (accounts === 'one') return { plan: issuer, rows: 0 };
    const { positions } = await registerTotals(db, ctx.memory, issuer, ctx.clock.today());
    return { plan: issuer, rows: Number(positions) };
  };
  return listResponse(ctx, plan, pieces);
}
