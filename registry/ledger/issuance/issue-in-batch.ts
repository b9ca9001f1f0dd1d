// Combines concurrent issuance requests to one issuer into one transaction.

import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { sendAll } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { LedgerError } from '../core/ledger-error.ts';
import { claimKeys, type KeyedRequest, keepResults } from '../idempotency.ts';
import { type Instructed, instructIssuances } from './instruct-issuance.ts';
import type { Given } from './issuance-instruction.ts';
import { openForIssuance } from './open-for-issuance.ts';

/** One request to issue, with the errors to return when it is not carried out. */
export type IssuanceRequest = Given & {
  /** Undefined: the caller sent no key. */
  request: KeyedRequest | undefined;
  /** The response to store under the key. */
  resultOf: (done: Instructed) => string;
  usedKey: () => Error;
  noIssuer: () => Error;
  /** True for an error made by `mayUse` or `noIssuer`. */
  isResponse: (error: unknown) => boolean;
};

type Outcome = { done: Instructed } | { error: unknown };
type Waiting = { item: IssuanceRequest; tell: (outcome: Outcome) => void };

/** Maximum requests and certificates per transaction, so that no request waits long for others. */
const requestsMax = 64;
const certificatesMax = 2000;

/** Requests waiting per issuer while its books are being written; per connection pool. */
const batches = new WeakMap<Pool, Map<bigint, Waiting[]>>();

/**
 * Issues in one transaction with the idempotency key. Requests to an issuer whose books are being written wait
 * and are then processed as one batch: one lock and one disk flush; responses follow the commit. When one is
 * refused, the batch is rolled back and each request is processed alone.
 */
export function issueInBatch(writers: Pool, item: IssuanceRequest): Promise<Instructed> {
  return new Promise((resolve, reject) => {
    const tell = (outcome: Outcome) => ('done' in outcome ? resolve(outcome.done) : reject(outcome.error));
    const batch = batches.get(writers) ?? new Map<bigint, Waiting[]>();
    batches.set(writers, batch);
    const issuer = item.instruction.customerIssuerId;
    const line = batch.get(issuer);
    if (line) line.push({ item, tell });
    else void work(writers, batch, issuer, [{ item, tell }]);
  });
}

async function work(
  writers: Pool,
  batch: Map<bigint, Waiting[]>,
  issuer: bigint,
  line: Waiting[],
): Promise<void> {
  batch.set(issuer, line);
  while (line.length > 0) {
    const batch = nextOf(line);
    const outcomes = await settle(
      writers,
      batch.map(({ item }) => item),
    );
    for (const [index, { tell }] of batch.entries()) tell(outcomes[index]!);
  }
  batch.delete(issuer);
}

function nextOf(line: Waiting[]): Waiting[] {
  let certificates = 0;
  const end = line.findIndex(({ item }, index) => {
    certificates += item.instruction.certificates.length;
    return index > 0 && (index >= requestsMax || certificates > certificatesMax);
  });
  return line.splice(0, end === -1 ? line.length : end);
}

async function settle(writers: Pool, items: readonly IssuanceRequest[]): Promise<Outcome[]> {
  // COMMIT follows what `issue` does. After it was sent the outcome may be unknown, and a retry could issue twice.
  let isEnding = false;
  const issue = async (tx: PoolClient) => {
    isEnding = false;
    const outcomes = await issueAll(tx, items);
    isEnding = true;
    return outcomes;
  };
  try {
    return await withTransaction(writers, issue);
  } catch (error) {
    if (error instanceof NothingToKeep) return error.outcomes;
    if (isEnding || items.length === 1 || !isOfOne(error, items)) return items.map(() => ({ error }));
  }
  const alone: Outcome[] = [];
  for (const item of items) alone.push(...(await settle(writers, [item])));
  return alone;
}

/** True when one request caused the error (a rule, a constraint, a permission), not the database. */
function isOfOne(error: unknown, items: readonly IssuanceRequest[]): boolean {
  const { code = '' } = error as { code?: string };
  return error instanceof LedgerError || /^2[23]/.test(code) || items.some((item) => item.isResponse(error));
}

/** Rolls back a transaction in which nothing was done. */
class NothingToKeep extends Error {
  outcomes: Outcome[];
  constructor(outcomes: Outcome[]) {
    super('Nothing to keep.');
    this.outcomes = outcomes;
  }
}

/** Arbitrary; names the turn of issuances on Citus. */
const turn = 7_301_454;

/**
 * Lets the server reuse its plans; on Citus waits until no other issuance is in work. There every posting waits for the
 * one before, because each updates the reference table `issuer`. Two that had locked their holders before would wait for
 * each other: a shared lock of a row locks a whole reference table, against the lock that the other asks for next.
 */
const waitOrReusePlans = `select case when exists (select from pg_extension where extname = 'citus')
  then pg_advisory_xact_lock(${turn})::text else set_config('plan_cache_mode', 'force_generic_plan', true) end`;

async function issueAll(tx: PoolClient, items: readonly IssuanceRequest[]): Promise<Outcome[]> {
  const keyed = items.flatMap(({ request }) => request ?? []);
  let taken = new Set<KeyedRequest>();
  let opened: Awaited<ReturnType<typeof openForIssuance>> | undefined;
  await sendAll(tx, [
    // The following statements find rows by key. By default the server replans most of them each time, because
    // it estimates short lists as cheaper than lists of unknown length; that was 40 % of its work for an
    // issuance. Citus cannot plan a statement whose parameters it does not know.
    () => queryPrepared(tx, waitOrReusePlans, []),
    async () => {
      taken = await claimKeys(tx, keyed, items[0]!.requested.at);
    },
    async () => {
      opened = await openForIssuance(tx, items);
    },
  ]);
  const free = items.filter(({ request }) => !request || taken.has(request));
  if (free.length === 0) throw new NothingToKeep(items.map((item) => ({ error: item.usedKey() })));
  const done = await instructIssuances(tx, opened!, free, (responses) => [
    () => keepResults(tx, resultsOf(free, responses)),
  ]);
  if (!done) throw free[0]!.noIssuer();
  return items.map((item): Outcome => {
    const place = free.indexOf(item);
    return place === -1 ? { error: item.usedKey() } : { done: done[place]! };
  });
}

function resultsOf(items: readonly IssuanceRequest[], done: readonly Instructed[]) {
  return items.flatMap(({ request, resultOf }, index) =>
    request ? { request, result: resultOf(done[index]!) } : [],
  );
}
