// Database rows of the outbox.

import type { Pool } from 'pg';

/** intent: saved, not sent · sent: in progress · unknown: no usable response · done, refused: ended. */
export type WriteState = 'intent' | 'sent' | 'unknown' | 'done' | 'refused';

export type WriteRow = {
  id: string;
  person: string;
  operation: string;
  own_key: string;
  asked: Buffer;
  sealed: Buffer | null;
  issuer: bigint | null;
  object: string | null;
  expected: 'Create' | 'Update' | null;
  summary: Record<string, string>;
  request_id: string;
  state: WriteState;
  sends: number;
  result: Record<string, unknown> | null;
  error_code: string | null;
  created_at: string;
  ended_at: string | null;
  /** Milliseconds since its state last changed, by the store's clock. */
  idle_ms: number;
};

/** A write to be saved; `sealed` holds the encrypted request. */
export type NewWrite = {
  id: string;
  person: string;
  operation: string;
  ownKey: string;
  asked: Buffer;
  sealed: Buffer;
  issuer: number | null;
  object: string | null;
  expected: 'Create' | 'Update' | null;
  summary: Record<string, string>;
  requestId: string;
};

const columns = `id, person, operation, own_key, asked, sealed, issuer, object, expected, summary, request_id, state,
  sends, result, error_code, created_at, ended_at,
  (extract(epoch from now() - touched_at) * 1000)::float8 as idle_ms`;

/** False when the user already has a write of this operation under this ID. */
export async function insertWrite(pool: Pool, write: NewWrite): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into registry_write
       (id, person, operation, own_key, asked, sealed, issuer, object, expected, summary, request_id, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'intent')
     on conflict (person, operation, own_key) do nothing`,
    [
      write.id,
      write.person,
      write.operation,
      write.ownKey,
      write.asked,
      write.sealed,
      write.issuer,
      write.object,
      write.expected,
      write.summary,
      write.requestId,
    ],
  );
  return rowCount === 1;
}

/** Replaces a request that never took effect; false when another process was first. */
export async function reviseWrite(pool: Pool, old: WriteRow, write: NewWrite): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update registry_write set asked = $4, sealed = $5, issuer = $6, object = $7, expected = $8, summary = $9,
       request_id = $10, state = 'intent', sends = 0, result = null, error_code = null, ended_at = null,
       touched_at = now()
     where id = $1 and state = $2 and request_id = $3`,
    [
      old.id,
      old.state,
      old.request_id,
      write.asked,
      write.sealed,
      write.issuer,
      write.object,
      write.expected,
      write.summary,
      write.requestId,
    ],
  );
  return rowCount === 1;
}

/** Marks a write as sent, once: of several callers with the same row, one gets true. */
export async function markSent(pool: Pool, seen: WriteRow): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update registry_write set state = 'sent', sends = sends + 1, touched_at = now()
     where id = $1 and sends = $2 and request_id = $3 and state in ('intent', 'sent', 'unknown')`,
    [seen.id, seen.sends, seen.request_id],
  );
  return rowCount === 1;
}

export type Ending = {
  state: 'unknown' | 'done' | 'refused';
  result?: Record<string, unknown> | null;
  errorCode?: string | null;
};

/** Saves the outcome, unless one is already known. The request's content is deleted. */
export async function endWrite(pool: Pool, id: string, ending: Ending): Promise<void> {
  await pool.query(
    `update registry_write set state = $2, result = $3, error_code = $4, touched_at = now(),
       ended_at = case when $2 = 'unknown' then null else now() end,
       sealed = case when $2 = 'unknown' then sealed end
     where id = $1 and state in ('intent', 'sent', 'unknown')`,
    [id, ending.state, ending.result ?? null, ending.errorCode ?? null],
  );
}

export async function findWrite(pool: Pool, id: string): Promise<WriteRow | null> {
  const { rows } = await pool.query<WriteRow>(`select ${columns} from registry_write where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findByKey(
  pool: Pool,
  user: string,
  operation: string,
  ownKey: string,
): Promise<WriteRow | null> {
  const { rows } = await pool.query<WriteRow>(
    `select ${columns} from registry_write where person = $1 and operation = $2 and own_key = $3`,
    [user, operation, ownKey],
  );
  return rows[0] ?? null;
}

/** Other writes, of any user, that may have made an entry like this one's since it was saved. */
export async function findRivals(pool: Pool, row: WriteRow): Promise<WriteRow[]> {
  const { rows } = await pool.query<WriteRow>(
    `select ${columns} from registry_write
     where operation = $1 and issuer is not distinct from $2 and id <> $3 and sends > 0 and state <> 'refused'
       and (ended_at is null or ended_at >= $4)`,
    [row.operation, row.issuer, row.id, row.created_at],
  );
  return rows;
}

/** A user's writes: those without an outcome first, then the newest. */
export async function findWrites(
  pool: Pool,
  user: string,
  limit: number,
  operations?: readonly string[],
): Promise<WriteRow[]> {
  const { rows } = await pool.query<WriteRow>(
    `select ${columns} from registry_write
     where person = $1 and ($3::text[] is null or operation = any ($3))
     order by ended_at is not null, created_at desc, id limit $2`,
    [user, limit, operations ?? null],
  );
  return rows;
}

/**
 * Re-encrypts the bodies of open writes where `again` gives a new value; a row that changes meanwhile is
 * skipped.
 */
export async function reencryptWrites(
  pool: Pool,
  again: (sealed: Buffer, about: string) => Buffer | null,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
    'select id, sealed from registry_write where sealed is not null',
  );
  for (const { id, sealed } of rows) {
    const fresh = again(sealed, id);
    if (fresh)
      await pool.query('update registry_write set sealed = $2 where id = $1 and sealed = $3', [
        id,
        fresh,
        sealed,
      ]);
  }
}
