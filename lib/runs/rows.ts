import type { Pool } from 'pg';

export type RunState = 'sent' | 'receiving' | 'ready' | 'failed' | 'expired' | 'interrupted';

/** One report a person asked for, as kept. `input` is the wire request without secrets. */
export type RunRow = {
  id: string;
  person: string;
  request_id: string;
  endpoint: string;
  issuer: bigint | null;
  as_of: string | null;
  input: Record<string, unknown>;
  state: RunState;
  created_at: string;
  finished_at: string | null;
  file_name: string | null;
  content_type: string | null;
  bytes: bigint | null;
  sha256: string | null;
  error_code: string | null;
};

export type NewRun = {
  id: string;
  person: string;
  requestId: string;
  endpoint: string;
  issuer: number | null;
  asOf: string | null;
  input: Record<string, unknown>;
  inputDigest: string;
};

const columns = `id, person, request_id, endpoint, issuer, as_of, input, state, created_at, finished_at, file_name,
  content_type, bytes, sha256, error_code`;

export async function insertRun(pool: Pool, run: NewRun): Promise<void> {
  await pool.query(
    `insert into run (id, person, request_id, endpoint, issuer, as_of, input, input_digest, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent')`,
    [run.id, run.person, run.requestId, run.endpoint, run.issuer, run.asOf, run.input, run.inputDigest],
  );
}

type Ending = {
  state: 'ready' | 'failed';
  bytes?: number;
  sha256?: string;
  errorCode?: string;
};

export async function markReceiving(pool: Pool, id: string): Promise<void> {
  await pool.query(`update run set state = 'receiving' where id = $1 and state = 'sent'`, [id]);
}

export async function nameFile(pool: Pool, id: string, fileName: string, contentType: string): Promise<void> {
  await pool.query('update run set file_name = $2, content_type = $3 where id = $1', [
    id,
    fileName,
    contentType,
  ]);
}

/** Ends a run once; a run that has ended keeps its ending. */
export async function endRun(pool: Pool, id: string, ending: Ending): Promise<void> {
  await pool.query(
    `update run set state = $2, finished_at = now(), bytes = $3, sha256 = $4, error_code = $5
     where id = $1 and state in ('sent', 'receiving')`,
    [id, ending.state, ending.bytes ?? null, ending.sha256 ?? null, ending.errorCode ?? null],
  );
}

export async function findRun(pool: Pool, id: string): Promise<RunRow | null> {
  const { rows } = await pool.query<RunRow>(`select ${columns} from run where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Which runs to list; `before` is the id of the last one already seen. */
export type RunPage = {
  limit: number;
  before: string | null;
  issuer?: number | null;
  endpoint?: string | null;
};

/** Runs of one person, or of everybody for null, newest first. */
export async function findRuns(pool: Pool, person: string | null, page: RunPage): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>(
    `select ${columns} from run
     where ($1::uuid is null or person = $1)
       and ($3::text is null or (created_at, id) < (select created_at, id from run where id = $3))
       and ($4::bigint is null or issuer = $4) and ($5::text is null or endpoint = $5)
     order by created_at desc, id desc limit $2`,
    [person, page.limit, page.before, page.issuer ?? null, page.endpoint ?? null],
  );
  return rows;
}

/** Marks what a stopped program left unfinished; returns the ids whose half files can go. */
export async function interruptRuns(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update run set state = 'interrupted', finished_at = now(), error_code = 'interrupted'
     where state in ('sent', 'receiving') returning id`,
  );
  return rows.map((row) => row.id);
}

/** Marks files kept long enough; returns the ids whose bytes can go. Inputs and digest stay. */
export async function expireRuns(pool: Pool, keepDays: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update run set state = 'expired' where state = 'ready' and finished_at < now() - $1 * interval '1 day'
     returning id`,
    [keepDays],
  );
  return rows.map((row) => row.id);
}

/** Marks one file as no longer kept; false when there is none to remove. */
export async function expireRun(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update run set state = 'expired' where id = $1 and state = 'ready'`,
    [id],
  );
  return rowCount === 1;
}
