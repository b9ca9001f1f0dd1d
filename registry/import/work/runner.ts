// Starts worker processes for files that wait for work, and resumes work that was interrupted.

import { type ChildProcess, fork } from 'node:child_process';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '#lib/metrics/json-log';
import { openPool, withTransaction } from '#lib/postgres/pool';
import type { BulkSettings } from '#registry/bulk/instruction-settings';
import type { Clock } from '#registry/clock';
import { hasUnlisted, listConversions } from '../files/conversions-without-file.ts';
import type { Credentials } from '../pull/client.ts';
import { ended } from './job.ts';
import { endWork, takeWork, workLock } from './lock.ts';

export type WorkerOrder = {
  databaseUrl: string;
  folder: string;
  fileId: number;
  today: string;
  now: string;
  settings: BulkSettings;
  /** For the pull of another registry. */
  pull?: { credentials: Credentials; settings: PullSettings };
};

/** How registers of other registries are pulled for users. */
export type PullSettings = {
  /** Whether a registry on this machine may be pulled. */
  fromLoopback: boolean;
  ratePerSecond: number;
};

/** A pull whose file is locked, and which can begin. */
export type ReservedPull = { start(credentials: Credentials): void; cancel(): void };

export type RegisterRunner = {
  /** Once, when the registry begins: lists what earlier versions posted, and takes up work that was left. */
  start(): void;
  /** There may be work now. */
  look(): void;
  /** Locks a file for a pull of this registry; undefined while others are under way. */
  reserve(fileId: number): Promise<ReservedPull | undefined>;
  /** Work of registries that ended, and what was left. */
  sweep(): Promise<void>;
  /** Ends the work; resolves when no process works any more. */
  close(): Promise<void>;
};

/** A register is read row by row, so that more is a bug. A pulled one is held as a whole until its file is made. */
const heap = ['--max-old-space-size=320'];
const pullHeap = ['--max-old-space-size=1024'];

/** A pull takes as long as the other registry does; checks and postings do not wait for it. */
const pullsMax = 2;

/** The oldest file that waits for work which nobody does. */
const nextSql = `
  select f.id from register_file f
   where f.work is not null and f.work <> 'pull'
     and not exists (select from pg_locks l
                      where l.locktype = 'advisory' and l.classid = $1 and l.objid = f.id and l.objsubid = 2
                        and l.database = (select oid from pg_database where datname = current_database()))
   order by f.work_since limit 1`;

/** The registry that had the secret ended, or its worker did: the pull can only be continued by whoever has the secret. */
const interrupted = 'The pull was interrupted. Enter the client secret again to continue it.';
const interruptedSql = `
  with ended as (
    update register_file f set problem = $2, version = version + 1, is_stopping = false, ${ended}
     where f.work = 'pull'
       and not exists (select from pg_locks l
                        where l.locktype = 'advisory' and l.classid = $1 and l.objid = f.id and l.objsubid = 2
                          and l.database = (select oid from pg_database where datname = current_database()))
    returning id)
  insert into register_step (file_id, number, at, kind, by_email, by_name, text)
  select e.id, coalesce((select max(s.number) from register_step s where s.file_id = e.id), 0) + 1, $3, 'PullFailed', '', '', $2
    from ended e`;

/** Does checks, postings and undos one after the other, each in a process of its own. */
export function registerRunner(given: {
  pool: Pool;
  databaseUrl: string;
  folder: string;
  clock: Clock;
  settings: BulkSettings;
  pullSettings: PullSettings;
  log: Log;
}): RegisterRunner {
  const { pool, databaseUrl, folder, clock, settings, pullSettings, log } = given;
  let current: ChildProcess | undefined;
  const pulls = new Map<number, ChildProcess | undefined>();
  const ending = new Set<Promise<unknown>>();
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
  function run(
    fileId: number,
    more: Pick<WorkerOrder, 'pull'> = {},
    began: (program: ChildProcess | undefined) => void = (program) => {
      current = program;
    },
  ): Promise<string> {
    return new Promise((resolve) => {
      const program = fork(new URL('./worker.ts', import.meta.url), {
        execArgv: more.pull ? pullHeap : heap,
        serialization: 'advanced',
        stdio: ['ignore', 2, 2, 'ipc'],
      });
      began(program);
      let failure = gone;
      const order: WorkerOrder = {
        ...{ databaseUrl, folder, fileId, settings, ...more },
        today: clock.today(),
        now: clock.now().toISOString(),
      };
      program.on('message', (news: { failure: string }) => {
        failure = news.failure;
      });
      program.on('error', () => program.kill('SIGKILL'));
      program.on('exit', () => {
        began(undefined);
        resolve(failure);
      });
      program.send(order, () => undefined);
    });
  }

  const endInterrupted = () => pool.query(interruptedSql, [workLock, interrupted, clock.now().toISOString()]);

  function wait(work: Promise<unknown>): void {
    ending.add(work);
    void work.finally(() => ending.delete(work));
  }

  async function reserve(fileId: number): Promise<ReservedPull | undefined> {
    if (isClosed || pulls.has(fileId) || pulls.size >= pullsMax) return undefined;
    pulls.set(fileId, undefined);
    // The lock is this registry's, not the worker's: no other may take the pull for interrupted before that has begun.
    const own = openPool(databaseUrl, { max: 1, applicationName: 'sharebook registry pulls' });
    const cancel = async () => {
      pulls.delete(fileId);
      await own.end().catch(() => undefined);
    };
    let client: PoolClient;
    try {
      client = await own.connect();
      // Without its connection the lock is gone, and the pull is continued by whoever has the secret.
      client.on('error', () => pulls.get(fileId)?.kill('SIGKILL'));
      if (!(await takeWork(client, fileId))) {
        client.release(true);
        await cancel();
        return undefined;
      }
    } catch (error) {
      await cancel();
      throw error;
    }
    const release = async () => {
      await endWork(client, fileId);
      await cancel();
    };
    const start = async (credentials: Credentials) => {
      // What is left is said to be interrupted by the next registry.
      if (isClosed) return release();
      const failure = await run(fileId, { pull: { credentials, settings: pullSettings } }, (program) =>
        pulls.set(fileId, program),
      );
      if (failure && !isClosed)
        log({ level: 'error', event: 'register_pull_failed', register: fileId, reason: failure });
      await release();
      if (!isClosed) await lookSafely();
    };
    return { start: (credentials) => void wait(start(credentials)), cancel: () => void release() };
  }

  const lookSafely = () =>
    endInterrupted()
      .then(look)
      .catch((error: Error) => {
        if (!isClosed) log({ level: 'error', event: 'register_work_failed', reason: error.name });
      });

  let listing: Promise<void> | undefined;
  /** Registers that a command of an earlier version posted; those of this version list them themselves. */
  const listEarlier = (): Promise<void> => {
    listing ??= listUnlisted().catch((error) => {
      // The next sweep tries it again.
      listing = undefined;
      throw error;
    });
    return listing;
  };
  async function listUnlisted(): Promise<void> {
    if (await hasUnlisted(pool)) await withTransaction(pool, listConversions);
  }

  return {
    start() {
      listEarlier()
        .catch((error: Error) =>
          log({ level: 'error', event: 'register_listing_failed', reason: error.name }),
        )
        .finally(lookSafely);
    },
    look: () => void lookSafely(),
    async sweep() {
      await listEarlier();
      void lookSafely();
    },
    reserve,
    async close() {
      isClosed = true;
      current?.kill('SIGKILL');
      for (const program of pulls.values()) program?.kill('SIGKILL');
      await Promise.all(ending);
    },
  };
}
