// Database rows of report runs.

import type { Pool } from 'pg';

export type RunState = 'sent' | 'receiving' | 'ready' | 'failed' | 'expired' | 'interrupted';

/** One saved report request of a user. `input` is the wire request without secrets. */
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
  /** The process that receives the file (lib/postgres/heartbeat.ts). */
  keeper: string | null;
  /** The schedule it was created for. */
  schedule: string | null;
};

/** The parameters of a run, before the registry is called. */
export type RunRequest = {
  person: string;
  requestId: string;
  endpoint: string;
  issuer: number | null;
  asOf: string | null;
  input: Record<string, unknown>;
};

export type NewRun = RunRequest & { id: string; inputDigest: string; keeper: string };

/** The columns of a RunRow. */
export const runColumns = `id, person, request_id, endpoint, issuer, as_of, input, state, created_at, finished_at, file_name,
  content_type, bytes, sha256, error_code, keeper, schedule`;

/** False when the same user's identical request is in progress, in this process or another. */
export async function insertRun(pool: Pool, run: NewRun): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into run (id, person, request_id, endpoint, issuer, as_of, input, input_digest, state, keeper, under_way)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent', $9, $8) on conflict (under_way) do nothing`,
    [
      run.id,
      run.person,
      run.requestId,
      run.endpoint,
      run.issuer,
      run.asOf,
      run.input,
      run.inputDigest,
      run.keeper,
    ],
  );
  return rowCount === 1;
}

/** The run in progress of a request, or null. */
export async function findActiveRun(pool: Pool, digest: string): Promise<RunRow | null> {
  const { rows } = await pool.query<RunRow>(`select ${runColumns} from run where under_way = $1`, [digest]);
  return rows[0] ?? null;
}

/** How many files a user waits for, across all processes. */
export async function countActiveRuns(pool: Pool, user: string): Promise<number> {
  const { rows } = await pool.query<{ n: bigint }>(
    `select count(*) as n from run where person = $1 and state in ('sent', 'receiving')`,
    [user],
  );
  return Number(rows[0]?.n ?? 0);
}

/** Every run whose file is not complete. */
export async function findUnfinished(pool: Pool): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from run where state in ('sent', 'receiving')`,
  );
  return rows;
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

/** Ends a run once; an ended run keeps its outcome. */
export async function endRun(pool: Pool, id: string, ending: Ending): Promise<void> {
  await pool.query(
    `update run set state = $2, finished_at = now(), bytes = $3, sha256 = $4, error_code = $5,
       under_way = null
     where id = $1 and state in ('sent', 'receiving')`,
    [id, ending.state, ending.bytes ?? null, ending.sha256 ?? null, ending.errorCode ?? null],
  );
}

/** Stores the digest of a workbook's cells. */
export async function storeCells(pool: Pool, id: string, cellsSha256: string): Promise<void> {
  await pool.query('update run set cells_sha256 = $2 where id = $1', [id, cellsSha256]);
}

export async function findRun(pool: Pool, id: string): Promise<RunRow | null> {
  const { rows } = await pool.query<RunRow>(`select ${runColumns} from run where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Runs by their IDs, in no order; unknown ones are left out. */
export async function findRunsById(pool: Pool, ids: readonly string[]): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>(`select ${runColumns} from run where id = any($1)`, [ids]);
  return rows;
}

export type MadeFile = RunRow & { person_name: string };

/** A digest of all bytes of a file, or of the cells of a workbook. */
export type FileDigest = { of: 'bytes' | 'cells'; sha256: string };

/** The runs that made a file with these bytes or cells, the latest first, with the names of their users. */
export async function findRunsByDigest(
  pool: Pool,
  { of, sha256 }: FileDigest,
  limit: number,
): Promise<MadeFile[]> {
  const qualified = runColumns.replaceAll(/(\w+)/g, 'run.$1');
  const { rows } = await pool.query<MadeFile>(
    `select ${qualified}, person.name as person_name from run join person on person.id = run.person
     where run.${of === 'cells' ? 'cells_sha256' : 'sha256'} = $1 order by run.created_at desc, run.id desc limit $2`,
    [sha256, limit],
  );
  return rows;
}

/** Which runs to list; `before` is the ID of the last one already listed. */
export type RunPage = {
  limit: number;
  before: string | null;
  issuer?: number | null;
  endpoint?: string | null;
};

/** Runs of one user, or of all users for null, newest first. */
export async function findRuns(pool: Pool, user: string | null, page: RunPage): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from run
     where ($1::uuid is null or person = $1)
       and ($3::text is null or (created_at, id) < (select created_at, id from run where id = $3))
       and ($4::bigint is null or issuer = $4) and ($5::text is null or endpoint = $5)
     order by created_at desc, id desc limit $2`,
    [user, page.limit, page.before, page.issuer ?? null, page.endpoint ?? null],
  );
  return rows;
}

/**
 * Marks runs without a running process as interrupted; returns those that had not ended, whose partial files
 * can be removed.
 */
export async function interruptRuns(pool: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update run set state = 'interrupted', finished_at = now(), error_code = 'interrupted', under_way = null
     where id = any($1) and state in ('sent', 'receiving') returning id`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/**
 * Marks files older than the retention time as expired; returns the IDs whose bytes can be deleted. Inputs and
 * digest stay.
 */
export async function expireRuns(pool: Pool, keepDays: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update run set state = 'expired' where state = 'ready' and finished_at < now() - $1 * interval '1 day'
     returning id`,
    [keepDays],
  );
  return rows.map((row) => row.id);
}

/** Marks one file as expired; false when there is none to remove. */
export async function expireRun(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update run set state = 'expired' where id = $1 and state = 'ready'`,
    [id],
  );
  return rowCount === 1;
}
