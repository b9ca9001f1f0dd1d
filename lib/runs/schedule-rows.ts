import type { Pool } from 'pg';
import type { ScheduleEvery } from '../register/schedule-days.ts';

/** A report that is created again for each of its days. */
export type ScheduleRow = {
  id: string;
  person: string;
  endpoint: string;
  issuer: bigint | null;
  input: Record<string, unknown>;
  every: ScheduleEvery;
  created_at: string;
  done_through: string;
  failures: number;
  last_error: string | null;
  stopped_at: string | null;
  stop_reason: string | null;
};

const columns = `id, person, endpoint, issuer, input, every, created_at, done_through, failures, last_error, stopped_at,
  stop_reason`;

export type NewSchedule = Pick<ScheduleRow, 'id' | 'person' | 'endpoint' | 'input' | 'every'> & {
  issuer: number | null;
  doneThrough: string;
};

/** The new schedule; null when the user has as many as one may have. */
export async function insertSchedule(
  pool: Pool,
  one: NewSchedule,
  most: number,
): Promise<ScheduleRow | null> {
  const { rows } = await pool.query<ScheduleRow>(
    `insert into schedule (id, person, endpoint, issuer, input, every, done_through)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from schedule where person = $2 and stopped_at is null) < $8
     returning ${columns}`,
    [one.id, one.person, one.endpoint, one.issuer, one.input, one.every, one.doneThrough, most],
  );
  return rows[0] ?? null;
}

/** The schedules of a user, newest first: the active ones, and those that stopped by themselves in the last 90 days. */
export async function findSchedules(pool: Pool, person: string): Promise<ScheduleRow[]> {
  const { rows } = await pool.query<ScheduleRow>(
    `select ${columns} from schedule where person = $1
       and (stopped_at is null or (stop_reason is not null and stopped_at > now() - interval '90 days'))
     order by created_at desc, id limit 100`,
    [person],
  );
  return rows;
}

export async function findSchedule(pool: Pool, id: string): Promise<ScheduleRow | null> {
  const { rows } = await pool.query<ScheduleRow>(`select ${columns} from schedule where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Stops a schedule for good; `reason` when it stops by itself. */
export async function stopSchedule(pool: Pool, id: string, reason: string | null): Promise<void> {
  await pool.query(
    `update schedule set stopped_at = coalesce(stopped_at, now()), stop_reason = $2, retry_at = null where id = $1`,
    [id, reason],
  );
}

/** Takes a schedule that nobody has looked at today, or whose next attempt is due; null when there is none. */
export async function takeSchedule(pool: Pool, today: string): Promise<ScheduleRow | null> {
  const { rows } = await pool.query<ScheduleRow>(
    `update schedule set checked_on = $1, retry_at = null
     where id = (select id from schedule where stopped_at is null
         and (checked_on is null or checked_on < $1 or retry_at <= now())
       order by checked_on nulls first, id limit 1 for update skip locked)
     returning ${columns}`,
    [today],
  );
  return rows[0] ?? null;
}

/** The file of a day is there. */
export async function scheduleDone(pool: Pool, id: string, day: string): Promise<void> {
  await pool.query('update schedule set done_through = $2, failures = 0, last_error = null where id = $1', [
    id,
    day,
  ]);
}

/** The file could not be created; the next attempt is in `minutes`. */
export async function scheduleFailed(pool: Pool, id: string, error: string, minutes: number): Promise<void> {
  await pool.query(
    `update schedule set failures = failures + 1, last_error = $2, retry_at = now() + $3 * interval '1 minute'
     where id = $1 and stopped_at is null`,
    [id, error, minutes],
  );
}

/** Marks a run as created for a schedule. */
export async function markScheduled(pool: Pool, run: string, schedule: string): Promise<void> {
  await pool.query('update run set schedule = $2 where id = $1', [run, schedule]);
}
