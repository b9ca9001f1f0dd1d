import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { decide } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import type { EndpointId } from '#lib/contract/index';
import {
  endItem,
  findBatch,
  finishBatch,
  keepVerdict,
  type NewBatchItem,
  nameRun,
  type Pack,
  takeBatch,
  takeItem,
} from '#lib/runs/batch-rows';
import { findRun } from '#lib/runs/rows';
import { refreshed } from '#lib/session/refreshed';
import { processWide } from '#lib/store/process-wide';
import { withRequestId } from '#lib/transport/trace';
import type { GatewayContext } from '../gateway-context.ts';
import { performReport } from '../perform.ts';
import { packVerdict } from './pack-verdict.ts';

/** Reports of one batch created at once: other users wait too. */
const lanes = 3;
/** How often an item is retried while the registry or the user's limit is busy. */
const patience = 30;

const working = () => processWide('batches', () => new Map<string, Promise<void>>());

/**
 * Starts work on a batch: when it is requested, and again when its owner returns after a restart. No upstream
 * call is made for a batch that nobody requests. Resolves when it is done.
 */
export function runBatch(context: GatewayContext, pool: Pool, user: User, batch: string): Promise<void> {
  const known = working().get(batch);
  if (known) return known;
  const work = workThrough(context, pool, user, batch).finally(() => working().delete(batch));
  working().set(batch, work);
  return work;
}

async function workThrough(context: GatewayContext, pool: Pool, user: User, batch: string): Promise<void> {
  if (!(await takeBatch(pool, batch, context.runs.keeper))) return;
  const pack = (await findBatch(pool, batch))?.pack ?? null;
  const lane = async () => {
    for (let item = await takeItem(pool, batch); item; item = await takeItem(pool, batch)) {
      const requestId = randomUUID();
      const make = () => makeOne(context, pool, user, { batch, requestId, pack }, item);
      const errorCode = await withRequestId(requestId, make).catch(codeOf);
      await endItem(pool, batch, item.position, { state: errorCode ? 'failed' : 'ready', errorCode });
    }
  };
  await Promise.all([...Array.from({ length: lanes }, lane), readVerdict(context, pool, user, batch, pack)]);
  await finishBatch(pool, batch);
}

/** Records what the books say, once; with current rights, as each report. */
async function readVerdict(
  context: GatewayContext,
  pool: Pool,
  begun: User,
  batch: string,
  pack: Pack | null,
): Promise<void> {
  const user = pack && pack.verdict === null ? await refreshed(pool, begun) : null;
  if (!pack || !user) return;
  const asked = {
    issuer: pack.issuer,
    day: pack.asOf,
    requestId: randomUUID(),
    isMonthEnd: pack.kind === 'month-end' && !pack.isPreview,
  };
  await keepVerdict(pool, batch, await packVerdict(whenCalm, context, pool, user, asked));
}

/** Reports that take no day and are as of the record date of their event. */
const ofRecordDate: ReadonlySet<EndpointId> = new Set(['GenerateQuorumSheet', 'GenerateBrokerSearchLetter']);

function codeOf(error: unknown): string {
  if (isApiError(error)) return error.code;
  console.error(JSON.stringify({ event: 'failed', error: String(error) }));
  return 'failed';
}

/** Creates one item: authorized with current rights, created as in the gateway, awaited. Null on success. */
async function makeOne(
  context: GatewayContext,
  pool: Pool,
  begun: User,
  { batch, requestId, pack }: { batch: string; requestId: string; pack: Pack | null },
  item: NewBatchItem & { position: number },
): Promise<string | null> {
  const id = item.endpoint as EndpointId;
  const entry = { requestId, actor: begun.id, action: 'report', endpoint: id, issuer: item.issuer } as const;
  try {
    const user = await refreshed(pool, begun);
    if (!user) throw new ApiError('forbidden');
    const decision = decide(user, id, item.input);
    if (!decision.allowed) throw new ApiError(decision.code);
    // In a pack, a report on a meeting or dividend is known to belong to the issuer, and as of which day it is.
    const about = { requestId, issuer: item.issuer, asOf: ofRecordDate.has(id) ? pack?.record : null };
    const run = await whenCalm(() => performReport(context, user, id, item.input, about));
    await nameRun(pool, batch, item.position, run);
    await context.audit.record({ ...entry, outcome: 'ok', object: run, detail: { batch } });
    return await endOf(context, pool, run);
  } catch (error) {
    const code = codeOf(error);
    const outcome = isApiError(error) && error.status < 500 ? 'refused' : 'failed';
    await context.audit.record({ ...entry, outcome, detail: { batch, code } }).catch(() => undefined);
    return code;
  }
}

/** A rate limit, or a registry still at work, is not an error of the batch: the item waits and retries. */
async function whenCalm<T>(go: (isAgain: boolean) => Promise<T>): Promise<T> {
  for (let left = patience; ; left -= 1) {
    try {
      return await go(left < patience);
    } catch (error) {
      const wait = isApiError(error) && error.retryAfter;
      if (!wait || left === 0) throw error;
      await pause(wait * 1000);
    }
  }
}

async function endOf(context: GatewayContext, pool: Pool, run: string): Promise<string | null> {
  const begun = await findRun(pool, run);
  const live = context.runs.live(run) ?? (begun && context.runs.follow(begun));
  while (live && live.ended === null) await live.changed();
  const row = await findRun(pool, run);
  return row?.state === 'ready' ? null : (row?.error_code ?? 'failed');
}
