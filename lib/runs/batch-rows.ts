import type { Pool } from 'pg';
import type { PackDate } from '../register/packs/pack-dates.ts';
import type { MissingPart, PackEvent } from '../register/packs/pack-parts.ts';
import type { RunState } from './rows.ts';

/** What the books said when a pack was requested. */
export type PackVerdict = { kind: string; sentence: string; readAt: string };

/** A batch that is the pack of an event. */
export type Pack = PackEvent & {
  isPreview: boolean;
  /** The day that the verdict is about: the record date, or the day of the request while that is ahead. */
  asOf: string;
  dates: readonly PackDate[];
  notes: readonly string[];
  /** Names of the parts by position, without issuer, day and extension. */
  names: readonly string[];
  missing: readonly MissingPart[];
  /** Null until the books were read. */
  verdict: PackVerdict | null;
};

export type BatchRow = {
  id: string;
  person: string;
  created_at: string;
  finished_at: string | null;
  pack: Pack | null;
};

export type BatchItemState = 'waiting' | 'working' | 'ready' | 'failed';

/** One report of a batch, with the state of its run. */
export type BatchItemRow = {
  position: number;
  endpoint: string;
  issuer: bigint | null;
  input: Record<string, unknown>;
  state: BatchItemState;
  run: string | null;
  error_code: string | null;
  run_state: RunState | null;
  /** The verified issuer of the run, where its request names only an object. */
  run_issuer: bigint | null;
  as_of: string | null;
  file_name: string | null;
  bytes: bigint | null;
  sha256: string | null;
};

export type NewBatchItem = { endpoint: string; issuer: number | null; input: Record<string, unknown> };

/** Inserts a batch and its items, all waiting. */
export async function insertBatch(
  pool: Pool,
  batch: { id: string; person: string; items: readonly NewBatchItem[]; pack?: Pack },
): Promise<void> {
  await pool.query(
    `with made as (insert into batch (id, person, pack) values ($1, $2, $4) returning id)
     insert into batch_item (batch, position, endpoint, issuer, input, state)
     select made.id, (at - 1)::integer, item->>'endpoint', (item->>'issuer')::bigint, item->'input', 'waiting'
     from made, jsonb_array_elements($3::jsonb) with ordinality as each(item, at)`,
    [batch.id, batch.person, JSON.stringify(batch.items), batch.pack ? JSON.stringify(batch.pack) : null],
  );
}

/** Records what the books said. */
export async function keepVerdict(pool: Pool, batch: string, verdict: PackVerdict): Promise<void> {
  await pool.query(
    `update batch set pack = jsonb_set(pack, '{verdict}', $2::jsonb) where id = $1 and pack is not null`,
    [batch, JSON.stringify(verdict)],
  );
}

export async function findBatch(pool: Pool, id: string): Promise<BatchRow | null> {
  const { rows } = await pool.query<BatchRow>(
    'select id, person, created_at, finished_at, pack from batch where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** A user's latest batches. */
export async function findBatches(pool: Pool, user: string, limit: number): Promise<BatchRow[]> {
  const { rows } = await pool.query<BatchRow>(
    `select id, person, created_at, finished_at, pack from batch where person = $1
     order by created_at desc, id desc limit $2`,
    [user, limit],
  );
  return rows;
}

/** The items of a batch in order. */
export async function batchItems(pool: Pool, batch: string): Promise<BatchItemRow[]> {
  const { rows } = await pool.query<BatchItemRow>(
    `select i.position, i.endpoint, i.issuer, i.input, i.state, i.run, i.error_code,
       r.state as run_state, r.issuer as run_issuer, r.as_of, r.file_name, r.bytes, r.sha256
     from batch_item i left join run r on r.id = i.run where i.batch = $1 order by i.position`,
    [batch],
  );
  return rows;
}

/** Takes the next waiting item; null when none is left. No two workers get the same one. */
export async function takeItem(
  pool: Pool,
  batch: string,
): Promise<(NewBatchItem & { position: number }) | null> {
  const { rows } = await pool.query<{
    position: number;
    endpoint: string;
    issuer: bigint | null;
    input: Record<string, unknown>;
  }>(
    `update batch_item set state = 'working' where batch = $1 and position = (
       select position from batch_item where batch = $1 and state = 'waiting'
       order by position limit 1 for update skip locked)
     returning position, endpoint, issuer, input`,
    [batch],
  );
  const row = rows[0];
  return row ? { ...row, issuer: row.issuer === null ? null : Number(row.issuer) } : null;
}

/** Records the run of an item while its file arrives. */
export async function nameRun(pool: Pool, batch: string, position: number, run: string): Promise<void> {
  await pool.query('update batch_item set run = $3 where batch = $1 and position = $2', [
    batch,
    position,
    run,
  ]);
}

export async function endItem(
  pool: Pool,
  batch: string,
  position: number,
  ending: { state: 'ready' | 'failed'; errorCode: string | null },
): Promise<void> {
  await pool.query('update batch_item set state = $3, error_code = $4 where batch = $1 and position = $2', [
    batch,
    position,
    ending.state,
    ending.errorCode,
  ]);
}

/**
 * Takes a batch for this process and resets items that a stopped process had begun; false while another running
 * process works on it. Of several concurrent calls, one gets true.
 */
export async function takeBatch(
  pool: Pool,
  batch: string,
  keeper: { id: string; isAlive(id: string | null): boolean },
): Promise<boolean> {
  const { rows } = await pool.query<{ keeper: string | null }>('select keeper from batch where id = $1', [
    batch,
  ]);
  const known = rows[0]?.keeper ?? null;
  if (known !== keeper.id && keeper.isAlive(known)) return false;
  const { rowCount } = await pool.query(
    'update batch set keeper = $2 where id = $1 and keeper is not distinct from $3',
    [batch, keeper.id, known],
  );
  if (rowCount === 0) return false;
  await pool.query(`update batch_item set state = 'waiting' where batch = $1 and state = 'working'`, [batch]);
  return true;
}

/** Closes a batch without remaining items. */
export async function finishBatch(pool: Pool, batch: string): Promise<void> {
  await pool.query(
    `update batch set finished_at = now() where id = $1 and finished_at is null
       and not exists (select 1 from batch_item where batch = $1 and state in ('waiting', 'working'))`,
    [batch],
  );
}
