// Pulls the register of another registry into a stored file; runs in a worker process.

import { rename, rm, stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { findPull, keepHistory, type PullRow } from '../files/pulls.ts';
import { addStep, type FileRow, findFile } from '../files/register-file-rows.ts';
import type { RegisterFolder } from '../files/register-folder.ts';
import type { Credentials } from '../pull/client.ts';
import { PullStopped } from '../pull/errors.ts';
import { publicLookup, refuseWithheld } from '../pull/public-address.ts';
import { type Pulled, pullRegister, readBase } from '../pull/pull-register.ts';
import { digestOf } from '../read/open-register.ts';
import { byActor, ended } from './job.ts';
import type { PullSettings } from './runner.ts';

export type PullJob = {
  pool: Pool;
  folder: RegisterFolder;
  fileId: number;
  /** Kept for the time of this work only. */
  credentials: Credentials;
  settings: PullSettings;
  today: string;
  now: () => Date;
};

const all = { requestsMax: 100_000, bytesMax: 2 * 1024 ** 3 };
const hoursMax = 12;
const progressIntervalMs = 500;

/**
 * Pulls the register of another registry for a file that waits for it, as the command line does. The lock of the work is
 * held by the registry that began it. What went wrong is in the row; afterwards the file waits for its check.
 */
export async function pullJob(job: PullJob): Promise<void> {
  const { pool, fileId, folder, credentials } = job;
  const [file, pull] = [await findFile(pool, fileId), await findPull(pool, fileId)];
  if (file?.work !== 'pull' || !pull) return;
  const stop = new AbortController();
  const progress = follow(job, stop);
  try {
    const pulled = await readRemote(job, pull, stop.signal, progress);
    const path = folder.pathOf(fileId);
    await rename(pulled.path, path);
    await keepPulled(job, file, pulled, path);
    // The responses contain personal data. The register already has what it needs of them.
    await rm(folder.pullPathOf(fileId), { recursive: true, force: true });
  } catch (error) {
    await endPull(job, file, reasonOf(error, progress, credentials));
    if (!(error instanceof PullStopped)) throw error;
  } finally {
    progress.end();
  }
}

function readRemote(job: PullJob, pull: PullRow, signal: AbortSignal, progress: Progress): Promise<Pulled> {
  const { credentials, settings, folder, fileId, today: day } = job;
  const { fromLoopback, ratePerSecond } = settings;
  const base = readBase(pull.base);
  refuseWithheld(base, fromLoopback);
  return pullRegister({
    ...{ base, credentials, ratePerSecond, all, signal, day },
    lookup: publicLookup(fromLoopback),
    issuer: Number(pull.remote_issuer),
    folder: folder.pullPathOf(fileId),
    stated: {
      issuer: pull.issuer || undefined,
      kind: pull.issuer_kind || undefined,
      certifiedBy: pull.certified_by || undefined,
      accountPrefix: pull.account_prefix || undefined,
      withoutHistory: pull.without_history,
    },
    onStep: progress.step,
    onResponse: progress.response,
    onPause: (why, ms) => progress.step(`${why} Next attempt in ${Math.round(ms / 1000)} s`),
  });
}

type Progress = {
  step(what: string): void;
  response(): void;
  /** Why this process ended the pull: empty when a user asked for it, undefined where it did not. */
  ended(): string | undefined;
  end(): void;
};

const tooLong = `The pull took more than ${hoursMax} hours. Continue it, or pull with the command registry:import.`;

/** Writes how far the pull is, and ends it when a user asked to stop, another took the file, or after many hours. */
function follow({ pool, fileId }: PullJob, stop: AbortController): Progress {
  let [text, responses, isStopping, isSaving] = ['', 0, false, false];
  const until = Date.now() + hoursMax * 3_600_000;
  const saveProgress = async () => {
    if (isSaving) return;
    isSaving = true;
    try {
      const { rows } = await pool.query<{ is_stopping: boolean }>(
        `update register_file set work_step = $2, work_rows = $3 where id = $1 and work = 'pull' returning is_stopping`,
        [fileId, text.slice(0, 500), responses],
      );
      isStopping = rows[0]?.is_stopping ?? true;
    } catch {
      // The next update reports the progress.
    } finally {
      isSaving = false;
    }
    if (isStopping || Date.now() > until) stop.abort();
  };
  const timer = setInterval(() => void saveProgress(), progressIntervalMs);
  return {
    step: (what) => {
      text = what;
    },
    response: () => {
      responses += 1;
    },
    ended: () => (isStopping ? '' : stop.signal.aborted ? tooLong : undefined),
    end: () => clearInterval(timer),
  };
}

/** The file is whole and waits for its check. */
async function keepPulled(job: PullJob, file: FileRow, pulled: Pulled, path: string): Promise<void> {
  const { pool, fileId, now } = job;
  const [sha256, { size }] = [await digestOf(path), await stat(path)];
  await withTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `update register_file set state = 'Uploaded', bytes = $2, received = $2, sha256 = $3, version = version + 1,
              problem = '', is_stopping = false, work = 'check', work_since = $4, work_step = '', work_rows = 0
        where id = $1 and state = 'Pulling' and work = 'pull'`,
      [fileId, size, sha256, now().toISOString()],
    );
    if (rowCount !== 1) return;
    await keepHistory(db, fileId, pulled.history);
    const by = byActor({ now, file });
    await addStep(db, fileId, { ...by, kind: 'Pulled', text: `SHA-256 ${sha256}` });
    await addStep(db, fileId, { ...by, kind: 'CheckBegun', text: '' });
  });
}

/** Ends the pull without a register; '': as a user asked. The responses that came are kept for its continuation. */
async function endPull({ pool, fileId, now }: PullJob, file: FileRow, reason: string): Promise<void> {
  await withTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `update register_file set problem = $2, version = version + 1, is_stopping = false, ${ended}
        where id = $1 and work = 'pull'`,
      [fileId, reason],
    );
    if (rowCount === 1)
      await addStep(db, fileId, {
        ...byActor({ now, file }),
        ...{ kind: reason ? 'PullFailed' : 'PullStopped', text: reason },
      });
  });
}

function reasonOf(error: unknown, progress: Progress, { clientSecret }: Credentials): string {
  const ended = progress.ended();
  if (ended !== undefined) return ended;
  if (!(error instanceof PullStopped)) return 'The pull failed. Nothing was written to the books.';
  // Another registry's sentence may repeat what it was sent.
  return error.message.replaceAll(clientSecret, '•••').slice(0, 1000);
}
