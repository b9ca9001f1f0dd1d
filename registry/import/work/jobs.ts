// Does the work a stored file waits for: checks, posts or undoes it, or makes the file of an export.

import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { bulkJobs } from '#registry/bulk/jobs';
import { CannotWrite } from '#registry/export/ocf/objects';
import { findExport } from '#registry/export/run/export-rows';
import { exportJob } from '#registry/export/run/job';
import { checkRegister } from '../check/check-register.ts';
import {
  addStep,
  type FileRow,
  findFile,
  typedTotalsOf,
  type WorkKind,
} from '../files/register-file-rows.ts';
import { mappingsFrom } from '../files/saved-mappings.ts';
import type { Finding } from '../findings.ts';
import { CannotPost, postRegister } from '../post/post-register.ts';
import { CannotUndo, undoRegister } from '../post/undo-register.ts';
import { findingsWorkbook } from '../report/findings-workbook.ts';
import {
  byActor,
  ended,
  type Job,
  type JobOptions,
  keepFindingsFile,
  keepOutcome,
  type Result,
  refuseOther,
  reporter,
  resultOf,
  storedAs,
  Unusable,
} from './job.ts';
import { endWork, takeWork } from './lock.ts';
import { previewClasses } from './preview.ts';

const attemptsMax = 3;

/**
 * Does the work that a file waits for. A lock of its connection says that it is taken: it ends with the connection, and
 * the work is then taken again. False when there is nothing to do. What went wrong is in the row.
 */
export async function doWork(pool: Pool, fileId: number, options: JobOptions): Promise<boolean> {
  const client = await pool.connect();
  let isTaken = false;
  try {
    isTaken = await takeWork(client, fileId);
    if (!isTaken) return false;
    const begun = await client.query<{ attempts: number }>(
      'update register_file set attempts = attempts + 1 where id = $1 and work is not null returning attempts',
      [fileId],
    );
    const work = begun.rows[0] && (await workOf({ ...options, pool, client }, fileId));
    if (!begun.rows[0] || !work) return false;
    if (begun.rows[0].attempts > attemptsMax)
      return await fail(pool, fileId, options, {
        ...work,
        failed: `It was interrupted ${attemptsMax} times. Try again.`,
      });
    try {
      await work.run();
    } catch (error) {
      const isKnown = knownErrors.some((one) => error instanceof one);
      await fail(pool, fileId, options, { ...work, ...(isKnown && { failed: (error as Error).message }) });
      if (!isKnown) throw error;
    }
    return true;
  } finally {
    // Staged rows end with the connection. A lock of another is not released.
    if (isTaken) await endWork(client, fileId);
    else client.release(true);
  }
}

/** Errors whose message is for users. */
const knownErrors = [Unusable, CannotPost, CannotUndo, CannotWrite];

type Work = {
  run: () => Promise<void>;
  /** The step in the history when it fails, and what users are told then. */
  failure: string;
  failed: string;
};

/** The work that a file waits for. */
async function workOf(given: Omit<Job, 'file'>, fileId: number): Promise<Work | undefined> {
  const file = await findFile(given.client, fileId);
  // Without the secret, which only the registry has that began it, a pull cannot be done.
  if (file?.work === 'pull') return undefined;
  if (file?.work) {
    const { work } = file;
    return {
      run: () => (file.kind === 'Bulk' ? bulkJobs : jobs)[work]({ ...given, file }),
      failure: { check: 'CheckFailed', post: 'PostFailed', undo: 'UndoFailed' }[work],
      failed: failureOf(file, work),
    };
  }
  const made = await findExport(given.client, fileId);
  return made?.work
    ? {
        run: () => exportJob({ ...given, file: made }),
        failure: 'ExportFailed',
        failed: 'The file could not be made. Parts that are whole are kept. Continue to try again.',
      }
    : undefined;
}

const unexpected: Record<WorkKind, string> = {
  check: 'The check failed. Nothing was written. Try again.',
  post: 'Posting failed. Nothing was written. Try again.',
  undo: 'The register could not be taken back. It stays as it is. Try again.',
};

const failureOf = ({ kind }: FileRow, work: WorkKind): string =>
  kind === 'Bulk' && work === 'post'
    ? 'Posting was interrupted. Rows with a result stay; nothing is written twice. Post it again to continue.'
    : unexpected[work];

const jobs: Record<WorkKind, (job: Job) => Promise<void>> = {
  check: async (job) => {
    // Responses that a pull left because it ended between its last two steps.
    await rm(job.folder.pullPathOf(job.file.id), { recursive: true, force: true });
    const result = await checked(job);
    await keepFindings(job, result.findings);
    await withTransaction(job.pool, (db) => keepOutcome(db, job, result, 'Checked'));
  },
  async post(job) {
    const { client, file } = job;
    const result = await checked(job);
    if (result.sha256 !== file.approved_outcome) {
      await keepFindings(job, result.findings);
      await withTransaction(job.pool, (db) => keepOutcome(db, job, result, 'ApprovalVoid'));
      return;
    }
    await postRegister(client, result.checked, {
      fileName: file.name,
      accepted: file.accepted,
      now: job.now(),
      onStep: reporter(job),
      also: async (db, { issuerId, title }) => {
        const { rowCount } = await db.query(
          `update register_file set state = 'Posted', issuer_id = $2, title = $3, version = version + 1, problem = '',
                  ${ended} where id = $1 and state = 'Approved' and work = 'post'`,
          [file.id, issuerId, title],
        );
        if (rowCount !== 1) throw new CannotPost('The register is no longer approved. Nothing was written.');
        await addStep(db, file.id, { ...byActor(job), kind: 'Posted', text: title });
      },
    });
  },
  async undo(job) {
    const { pool, file } = job;
    await undoRegister(pool, file.customer_issuer_id ?? 0n, {
      reason: file.work_reason,
      now: job.now(),
      also: async (db) => {
        const { rowCount } = await db.query(
          `update register_file set state = 'Undone', version = version + 1, problem = '', ${ended}
            where id = $1 and state = 'Posted' and work = 'undo'`,
          [file.id],
        );
        if (rowCount !== 1) throw new CannotUndo('The register is not posted.');
        await addStep(db, file.id, { ...byActor(job), kind: 'Undone', text: file.work_reason });
      },
    });
  },
};

/** Ends the work without a result: the file stays as it was, with the reason. */
async function fail(
  pool: Pool,
  fileId: number,
  { now }: JobOptions,
  { failure, failed }: Pick<Work, 'failure' | 'failed'>,
): Promise<true> {
  await withTransaction(pool, async (db) => {
    await db.query(`update register_file set problem = $2, version = version + 1, ${ended} where id = $1`, [
      fileId,
      failed,
    ]);
    await addStep(db, fileId, {
      ...{ at: now().toISOString(), kind: failure, byEmail: '', byName: '', text: failed },
    });
  });
  return true;
}

/** Checks the stored file. Throws Unusable for another one than was uploaded. */
async function checked(job: Job): Promise<Result> {
  const { client, today } = job;
  const found = await checkRegister(client, await storedAs(job), {
    today,
    // By another connection: rows are copied by that of the check.
    mappingOf: mappingsFrom(job.pool),
    onStep: reporter(job),
    typedTotals: typedTotalsOf(job.file),
  });
  refuseOther(job, found.digest);
  return resultOf(found, found.counts.stop > 0 ? [] : await previewClasses(client));
}

const keepFindings = (job: Job, findings: Finding[]): Promise<void> =>
  keepFindingsFile(job, findings, findingsWorkbook(job.folder.pathOf(job.file.id), findings, job.today));
