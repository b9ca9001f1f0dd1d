import type { Pool, PoolClient } from 'pg';
import { type Ends, withTransaction } from '#lib/postgres/pool';
import { ask } from '../db/ask.ts';
import { NotRun } from '../db/flight.ts';
import { sendAll } from '../db/insert.ts';
import { claimKeys, type KeyedRequest, keepResults } from './idempotency.ts';
import { type Instructed, instructIssuances } from './instruct-issuance.ts';
import type { Given } from './issuance-instruction.ts';
import { openForIssuance } from './open-for-issuance.ts';
import { LedgerRefusal } from './refusal.ts';

/** One request to issue, with what it is answered where nothing is to be done. */
export type IssuanceRequest = Given & {
  /** Undefined: the caller gave no key. */
  request: KeyedRequest | undefined;
  /** The answer as it is kept under the key. */
  resultOf: (done: Instructed) => string;
  usedKey: () => Error;
  noIssuer: () => Error;
  /** Whether an error is one that `mayUse` or `noIssuer` made. */
  isAnswer: (error: unknown) => boolean;
};

type Outcome = { done: Instructed } | { error: unknown };
type Waiting = { item: IssuanceRequest; tell: (outcome: Outcome) => void };

/** Requests and certificates in one transaction at most, so that none waits long for the others. */
const requestsMax = 64;
const certificatesMax = 2000;

/** What waits at each issuer while its books are being written, by the pool of writers. */
const desks = new WeakMap<Pool, Map<bigint, Waiting[]>>();

/**
 * Issues as instructed, in one transaction with the idempotency key. Requests to an issuer whose books are being written
 * wait and then go together: one lock, one flush to the disk, and an answer only after it. Where one of several is
 * refused nothing of their transaction is kept, and each goes alone.
 */
export function issueTogether(writers: Pool, item: IssuanceRequest): Promise<Instructed> {
  return new Promise((resolve, reject) => {
    const tell = (outcome: Outcome) => ('done' in outcome ? resolve(outcome.done) : reject(outcome.error));
    const desk = desks.get(writers) ?? new Map<bigint, Waiting[]>();
    desks.set(writers, desk);
    const issuer = item.instruction.customerIssuerId;
    const line = desk.get(issuer);
    if (line) line.push({ item, tell });
    else void work(writers, desk, issuer, [{ item, tell }]);
  });
}

async function work(
  writers: Pool,
  desk: Map<bigint, Waiting[]>,
  issuer: bigint,
  line: Waiting[],
): Promise<void> {
  desk.set(issuer, line);
  while (line.length > 0) {
    const batch = nextOf(line);
    const outcomes = await settle(
      writers,
      batch.map(({ item }) => item),
    );
    for (const [index, { tell }] of batch.entries()) tell(outcomes[index]!);
  }
  desk.delete(issuer);
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
  // Once the server was asked to commit the end may be unknown, and trying again could issue twice.
  let isEnding = false;
  const issue = async (tx: PoolClient, ends: Ends) => {
    isEnding = false;
    const commit = () =>
      ends.commit().catch((error) => {
        isEnding = !(error instanceof NotRun);
        throw error;
      });
    return issueAll(tx, items, { ...ends, commit });
  };
  try {
    return await withTransaction(writers, issue, { ownEnds: true });
  } catch (error) {
    if (error instanceof NothingToKeep) return error.outcomes;
    if (isEnding || items.length === 1 || !isOfOne(error, items)) return items.map(() => ({ error }));
  }
  const alone: Outcome[] = [];
  for (const item of items) alone.push(...(await settle(writers, [item])));
  return alone;
}

/** Whether one of the requests is at fault and not the database: a rule, a constraint, or its own answer. */
function isOfOne(error: unknown, items: readonly IssuanceRequest[]): boolean {
  const { code = '' } = error as { code?: string };
  return error instanceof LedgerRefusal || /^2[23]/.test(code) || items.some((item) => item.isAnswer(error));
}

/** Ends a transaction of which nothing is to be kept. */
class NothingToKeep extends Error {
  outcomes: Outcome[];
  constructor(outcomes: Outcome[]) {
    super('Nothing to keep.');
    this.outcomes = outcomes;
  }
}

async function issueAll(tx: PoolClient, items: readonly IssuanceRequest[], ends: Ends): Promise<Outcome[]> {
  const keyed = items.flatMap(({ request }) => request ?? []);
  let taken = new Set<KeyedRequest>();
  let opened: Awaited<ReturnType<typeof openForIssuance>> | undefined;
  await sendAll(tx, [
    ends.begin,
    // Every statement from here on looks rows up by their keys. Left to itself the server plans most of them anew each
    // time, since lists of one or two look cheaper than lists of unknown length: 40 % of its work for an issuance.
    () => ask(tx, 'set local plan_cache_mode = force_generic_plan', []),
    async () => {
      taken = await claimKeys(tx, keyed, items[0]!.asked.at);
    },
    async () => {
      opened = await openForIssuance(tx, items);
    },
  ]);
  const free = items.filter(({ request }) => !request || taken.has(request));
  if (free.length === 0) throw new NothingToKeep(items.map((item) => ({ error: item.usedKey() })));
  const done = await instructIssuances(tx, opened!, free, (answers) => [
    () => keepResults(tx, resultsOf(free, answers)),
    ends.commit,
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
