// Posts instructions of a bulk sheet in batches, each in one transaction with its results.

import type { Pool, PoolClient } from 'pg';
import { readJson, writeJson } from '#lib/contract/wire/json';
import { withTransaction } from '#lib/postgres/pool';
import { StepRefused } from '#registry/items/take-steps';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import { bulkClient, bulkEndpoint, claimKeys, keepResults } from '#registry/ledger/idempotency';
import type { BulkKind, Values } from '../sheet/instruction.ts';
import { postHolderUpdate } from './holder-update.ts';
import { postIssuances } from './issuance.ts';
import { BulkRefusal } from './refusal.ts';
import type { RowContext, RowResult } from './row-context.ts';
import { postTransfer } from './transfer.ts';

export type Instruction = {
  kind: BulkKind;
  key: string;
  rows: readonly Values[];
  acknowledged: readonly string[];
};

export type Result = {
  state: 'Posted' | 'Queued' | 'Refused' | 'AlreadyThere';
  transaction: bigint | null;
  /** Header of the column that was refused, or ''. */
  field: string;
  sentence: string;
};

type Who = Omit<RowContext, 'tx' | 'rows' | 'acknowledged'>;
export type Ended<One extends Instruction> = { one: One; result: Result };
type Recorder<One extends Instruction> = (tx: PoolClient, ended: readonly Ended<One>[]) => Promise<void>;

const uniqueViolation = '23505';
const attemptsMax = 3;

/**
 * Instructions that share a transaction: issuances of one issuer that follow each other. Any other is alone.
 */
export function batchesOf<One extends Instruction>(instructions: readonly One[]): One[][] {
  const batches: One[][] = [];
  const issuerOf = ({ kind, rows }: Instruction) => (kind === 'Issuance' ? rows[0]?.issuer_id : undefined);
  for (const one of instructions) {
    const last = batches.at(-1);
    const issuer = issuerOf(one);
    if (last && issuer !== undefined && issuerOf(last[0]!) === issuer && last.length < togetherMax)
      last.push(one);
    else batches.push([one]);
  }
  return batches;
}

const togetherMax = 50;

/**
 * Carries out the instructions of a batch. Their ids, what they write and `record` are one transaction: after a crash an
 * instruction has its result, or nothing of it is there. When one is refused, each is tried alone. A refused one leaves
 * its id free.
 */
export async function postBatch<One extends Instruction>(
  pool: Pool,
  batch: readonly One[],
  who: Who,
  record: Recorder<One>,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await withTransaction(pool, (tx) => post(tx, batch, who, record));
      return;
    } catch (error) {
      const refused = refusalOf(error);
      // Another request, or another row, registered the same account at the same moment.
      const isAlias = (error as { code?: string }).code === uniqueViolation && count < attemptsMax;
      if (!refused && !isAlias) throw error;
      if (batch.length > 1) break;
      if (!refused) continue;
      await withTransaction(pool, (tx) => record(tx, [{ one: batch[0]!, result: refused }]));
      return;
    }
  }
  for (const one of batch) await postBatch(pool, [one], who, record);
}

async function post<One extends Instruction>(
  tx: PoolClient,
  batch: readonly One[],
  who: Who,
  record: Recorder<One>,
): Promise<void> {
  const requests = batch.map(({ key }) => ({ clientId: bulkClient, endpoint: bulkEndpoint, key, hash: key }));
  const taken = await claimKeys(tx, requests, who.now.toISOString());
  const fresh = batch.filter((_, index) => taken.has(requests[index]!));
  const results = fresh.length > 0 ? await postInstructions(tx, fresh, who) : [];
  await keepResults(
    tx,
    fresh.map(({ key }, index) => ({
      request: { clientId: bulkClient, endpoint: bulkEndpoint, key },
      result: writeJson({ transaction: results[index]!.transaction }),
    })),
  );
  const there = await keptOf(
    tx,
    batch.filter((one) => !fresh.includes(one)).map(({ key }) => key),
  );
  await record(
    tx,
    batch.map((one) => {
      const place = fresh.indexOf(one);
      return { one, result: place === -1 ? there.get(one.key)! : { ...results[place]!, field: '' } };
    }),
  );
}

async function postInstructions(
  tx: PoolClient,
  batch: readonly Instruction[],
  who: Who,
): Promise<RowResult[]> {
  const [{ kind, rows, acknowledged } = batch[0]!] = batch;
  if (kind === 'Issuance')
    return postIssuances(
      { ...who, tx },
      batch.map((one) => one.rows[0] ?? {}),
    );
  const context = { ...who, tx, rows, acknowledged };
  return [kind === 'Transfer' ? await postTransfer(context) : await postHolderUpdate(context)];
}

/** What the same instructions had before, by key. */
async function keptOf(tx: PoolClient, keys: readonly string[]): Promise<Map<string, Result>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.query<{ key: string; result: string }>(
    'select key, result from idempotency_key where client_id = $1 and endpoint = $2 and key = any($3::text[])',
    [bulkClient, bulkEndpoint, keys],
  );
  return new Map(
    rows.map(({ key, result }) => {
      const kept = readJson(result || '{}', 'bigint') as { transaction?: number | bigint | null };
      const transaction = kept.transaction == null ? null : BigInt(kept.transaction);
      return [
        key,
        { state: 'AlreadyThere', transaction, field: '', sentence: 'The same sheet was sent before.' },
      ];
    }),
  );
}

/** Columns for the fields of ledger errors. */
const columns: Readonly<Record<string, string>> = {
  issuerId: 'Issuer id',
  classId: 'Class type',
  effectiveOn: 'Effective',
  acquiredOn: 'Effective',
  receivedOn: 'Process date',
  holderId: 'Account',
  restriction: 'Restriction',
  shares: 'Shares',
  certificates: 'Shares',
  taxLots: 'Cost per share',
  accountType: 'Account type',
};

function refusalOf(error: unknown): Result | undefined {
  const refused = (field: string, sentence: string): Result => ({
    ...{ state: 'Refused', transaction: null, field, sentence },
  });
  if (error instanceof BulkRefusal) return refused(error.field, error.message);
  if (error instanceof StepRefused) return refused('', error.message);
  if (!(error instanceof LedgerError)) return undefined;
  const name =
    error.field
      .split('.')
      .at(-1)
      ?.replace(/\[\d*\]$/, '') ?? '';
  return refused(columns[name] ?? '', error.message);
}
