import { type ChildProcess, fork } from 'node:child_process';
import type { Pool } from 'pg';
import type { Log } from '#lib/metrics/json-log';
import type { BulkSettings } from '#registry/bulk/settings';
import type { Clock } from '#registry/clock';
import { workLock } from './lock.ts';

export type WorkerOrder = {
  databaseUrl: string;
  folder: string;
  fileId: number;
  today: string;
  now: string;
  settings: BulkSettings;
};

export type RegisterRunner = {
  /** There may be work now. */
  look(): void;
  /** Work of registries that ended, and what was left. */
  sweep(): Promise<void>;
  close(): void;
};

/** A register is read row by row, so that more is a bug. */
const heap = ['--max-old-space-size=320'];

/** The oldest file that waits for work which nobody does. */
const nextSql = `
  select f.id from register_file f
   where f.work is not null
     and not exists (select from pg_locks l
                      where l.locktype = 'advisory' and l.classid = $1 and l.objid = f.id and l.objsubid = 2
                        and l.database = (select oid from pg_database where datname = current_database()))
   order by f.work_since limit 1`;

/** Does checks, postings and undos one after the other, each in a process of its own. */
export function registerRunner(given: {
  pool: Pool;
  databaseUrl: string;
  folder: string;
  clock: Clock;
  settings: BulkSettings;
  log: Log;
}): RegisterRunner {
  const { pool, databaseUrl, folder, clock, settings, log } = given;
  let current: ChildProcess | undefined;
  let isLooking = false;
  let isAsked = false;
  let isClosed = false;

  async function look(): Promise<void> {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isAsked && !isClosed) {
        isAsked = false;
        const { rows } = await pool.query<{ id: number }>(nextSql, [workLock]);
        if (!rows[0] || isClosed) continue;
        const failure = await run(rows[0].id);
        if (failure)
          log({ level: 'error', event: 'register_work_failed', register: rows[0].id, reason: failure });
        // A worker that ended without a word leaves its work to the next sweep, so that it is not tried in a loop.
        isAsked = failure !== gone;
      }
    } finally {
      isLooking = false;
    }
  }

  const gone = 'The worker ended.';

  /** '' when the work was done or its failure is in the row. */
  function run(fileId: number): Promise<string> {
    return new Promise((resolve) => {
      const program = fork(new URL('./worker.ts', import.meta.url), {
        execArgv: heap,
        serialization: 'advanced',
        stdio: ['ignore', 2, 2, 'ipc'],
      });
      current = program;
      let failure = gone;
      const order: WorkerOrder = {
        ...{ databaseUrl, folder, fileId, settings },
        today: clock.today(),
        now: clock.now().toISOString(),
      };
      program.on('message', (news: { failure: string }) => {
        failure = news.failure;
      });
      program.on('error', () => program.kill('SIGKILL'));
      program.on('exit', () => {
        current = undefined;
        resolve(failure);
      });
      program.send(order, () => undefined);
    });
  }

  const lookSafely = () =>
    look().catch((error: Error) => {
      if (!isClosed) log({ level: 'error', event: 'register_work_failed', reason: error.name });
    });

  return {
    look: () => void lookSafely(),
    sweep: async () => void lookSafely(),
    close() {
      isClosed = true;
      current?.kill('SIGKILL');
    },
  };
}
