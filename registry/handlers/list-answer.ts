import type { PoolClient } from 'pg';
import { type Db, inSnapshot, streamSnapshot } from '../db/session.ts';
import type { JsonText } from '../http/reply.ts';
import type { Issuer } from '../queries/issuers.ts';
import { registerTotals } from '../queries/totals.ts';
import type { Context } from './context.ts';
import { gathered } from './json-pieces.ts';
import { issuerInScope } from './scope.ts';

/** Rows from which on a list is made while it is sent. A shorter one is made first, and its connection goes back at once. */
const longFrom = 25_000;

/**
 * An answer that lists as many rows as there are. `plan` checks the request and says how many to expect; `pieces` makes the
 * text from one state of the books. A long one waits for a place among the few that are made at once; memory does not
 * grow with it, and it ends when its reader leaves. Throws what `plan` and the first piece throw.
 */
export async function listAnswer<Plan>(
  ctx: Context,
  plan: (db: Db) => Promise<{ plan: Plan; rows: number }>,
  pieces: (client: PoolClient, plan: Plan) => AsyncIterable<string>,
): Promise<JsonText> {
  const planned = await inSnapshot(ctx.pool, plan);
  // Nothing is sent before there are rows: a reader who has the head waits less for what follows.
  const made = streamSnapshot(ctx.pool, (client) => gathered(pieces(client, planned.plan)));
  if (planned.rows < longFrom) return { jsonText: await Array.fromAsync(made) };
  const leave = await ctx.longLists.enter(ctx.gone);
  // Also when all of it was taken: the reader's connection is the last to close.
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

/** `listAnswer` for one issuer in the caller's scope: a list of all its accounts counts as long by its holdings. */
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
  return listAnswer(ctx, plan, pieces);
}
