// Takes a step on each of several items; items of one issuer share a transaction.

import type { PoolClient } from 'pg';
import type { AgentId, ExactResponseFor } from '#lib/contract/index';
import { withTransaction } from '#lib/postgres/pool';
import { SPAN } from '#registry/db/ids';
import type { Actor, Item } from '#registry/items/item';
import { recordVoid, StepRefused } from '#registry/items/take-steps';
import type { Requester } from '#registry/items/try-content';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import { claimKeys, type KeyedRequest } from '#registry/ledger/idempotency';
import { findIssuer } from '#registry/queries/issuers';
import type { Context } from '../context.ts';
import { requestOf, usedKey } from '../request/write.ts';
import { clientRequester } from './client-requester.ts';

type Given = { itemId: number; version: number };
type Input = { idempotencyId?: string | null | undefined; actor: Actor; items: readonly Given[] };
type Results = ExactResponseFor<'PostItems'>['results'];
type Result = Results[number];

export type Target = { issuerId: bigint; itemId: bigint; version: number };

/** Items of one issuer that are tried in one transaction; a refused one is then taken alone. */
const togetherMax = 50;

/**
 * Takes a step with each item, in the order given; each answer says what became of it. The idempotency key is kept
 * for each item, in the transaction of its step: sent again, the items that were done stay as they are and the
 * others are tried. 409 when all of them were done before. `together` says that several items of one issuer may
 * share a transaction.
 */
export async function stepEach(
  ctx: Context,
  id: AgentId,
  input: Input,
  act: (tx: PoolClient, targets: readonly Target[], asked: Requester) => Promise<readonly Item[]>,
  together: 'one by one' | 'together' = 'one by one',
): Promise<{ results: Results }> {
  const asked = clientRequester(ctx, input.actor);
  const request = requestOf(ctx, id, input);
  const results: Result[] = [];
  for (const batch of batchesOf(input.items, together === 'together' ? togetherMax : 1))
    results.push(...(await takeBatch(ctx, batch, asked, request, act)));
  if (request && results.every((one) => one.code === 'repeated')) throw usedKey(input.idempotencyId ?? '');
  return { results };
}

/** Runs of items of one issuer. */
function batchesOf(items: readonly Given[], max: number): Given[][] {
  const batches: Given[][] = [];
  for (const one of items) {
    const last = batches.at(-1);
    const fits =
      last &&
      last.length < max &&
      BigInt(last[0]!.itemId) / SPAN === BigInt(one.itemId) / SPAN &&
      !last.some((other) => other.itemId === one.itemId);
    if (fits) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

type Act = Parameters<typeof stepEach>[3];

async function takeBatch(
  ctx: Context,
  batch: readonly Given[],
  asked: Requester,
  request: KeyedRequest | undefined,
  act: Act,
): Promise<Result[]> {
  const issuerId = BigInt(batch[0]!.itemId) / SPAN;
  const issuer = issuerId > 0n ? await findIssuer(ctx.pool, { id: issuerId }) : undefined;
  const { issuers } = ctx.caller;
  if (!issuer || (issuers !== 'all' && !issuers.has(issuer.customerId)))
    return batch.map((one) => refusedResult(one, 'unknownItem', `There is no item ${one.itemId}.`));
  try {
    return await withTransaction(ctx.writers, (tx) => takeTogether(tx, issuerId, batch, asked, request, act));
  } catch (error) {
    if (!(error instanceof StepRefused || error instanceof LedgerError)) throw error;
    if (batch.length === 1) return [await refusal(ctx, issuerId, batch[0]!, asked, error)];
  }
  const results: Result[] = [];
  for (const one of batch) results.push(...(await takeBatch(ctx, [one], asked, request, act)));
  return results;
}

async function takeTogether(
  tx: PoolClient,
  issuerId: bigint,
  batch: readonly Given[],
  asked: Requester,
  request: KeyedRequest | undefined,
  act: Act,
): Promise<Result[]> {
  const keyed = batch.map((one) =>
    request ? { ...request, key: `${one.itemId} ${request.key}` } : undefined,
  );
  const requests = keyed.filter((one) => one !== undefined);
  const taken = await claimKeys(tx, requests, asked.now);
  const isNew = (index: number) => !keyed[index] || taken.has(keyed[index]);
  const fresh = batch.filter((_, index) => isNew(index));
  const targets = fresh.map((one) => ({ issuerId, itemId: BigInt(one.itemId), version: one.version }));
  const items = targets.length > 0 ? await act(tx, targets, asked) : [];
  const done = new Map(items.map((item) => [item.id, item]));
  return batch.map((one): Result => {
    const item = done.get(BigInt(one.itemId));
    if (!item) return { ...emptyResult(one), isDone: true, code: 'repeated', message: 'Recorded before.' };
    return {
      ...emptyResult(one),
      isDone: true,
      stage: item.stage,
      version: item.version,
      controlTransactionId: item.txnId,
      displayTransactionId: item.number,
    };
  });
}

/** The answer for an item that was refused. An approval that no longer counts is recorded as void. */
async function refusal(
  ctx: Context,
  issuerId: bigint,
  one: Given,
  asked: Requester,
  error: StepRefused | LedgerError,
): Promise<Result> {
  if (error instanceof LedgerError) return refusedResult(one, error.rule, error.message);
  const result = { ...refusedResult(one, error.code, error.message), obstacles: [...error.obstacles] };
  if (error.voidBecause.length === 0) return result;
  const target = { issuerId, itemId: BigInt(one.itemId), version: one.version };
  try {
    const item = await withTransaction(ctx.writers, (tx) => recordVoid(tx, target, asked, error.voidBecause));
    return { ...result, stage: item.stage, version: item.version };
  } catch (other) {
    // Another request has taken a step meanwhile, such as recording the same.
    if (!(other instanceof StepRefused)) throw other;
    return refusedResult(one, other.code, other.message);
  }
}

function emptyResult({ itemId }: Given): Result {
  return {
    itemId,
    isDone: false,
    stage: null,
    version: null,
    controlTransactionId: null,
    displayTransactionId: null,
    message: '',
    code: '',
    obstacles: [],
  };
}

function refusedResult(one: Given, code: string, message: string): Result {
  return { ...emptyResult(one), code, message };
}
