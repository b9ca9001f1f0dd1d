// Checks and posts an uploaded bulk sheet; runs in a worker process.

import { formatShares } from '#lib/format/shares';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { addStep, type FileRow, type WorkKind } from '#registry/import/files/register-file-rows';
import { findingsWorkbook } from '#registry/import/report/findings-workbook';
import {
  byActor,
  ended,
  type Job,
  keepFindingsFile,
  keepOutcome,
  refuseOther,
  reporter,
  resultOf,
  storedAs,
  Unusable,
} from '#registry/import/work/job';
import type { Actor } from '#registry/items/item';
import { countsOf, keepResults, keepRows, type RowCounts, waitingRows } from './bulk-rows.ts';
import { batchesOf, postBatch } from './post/post-row.ts';
import { checkBulk } from './sheet/check.ts';
import { bulkSheets } from './sheet/fields.ts';
import type { Values } from './sheet/instruction.ts';
import { openBulk } from './sheet/open.ts';

/** The work on sheets of instructions, done as that on registers is. */
export const bulkJobs: Record<WorkKind, (job: Job) => Promise<void>> = {
  check,
  post,
  undo: async () => {
    throw new Unusable('A bulk sheet is not taken back as a whole. Correct its transactions one by one.');
  },
};

async function check(job: Job): Promise<void> {
  const { client, file, folder, today, settings } = job;
  const found = await checkBulk(client, await storedAs(job), {
    ...{ today, settings, now: job.now(), onStep: reporter(job) },
  });
  refuseOther(job, found.digest);
  const result = resultOf(found, []);
  const path = folder.pathOf(file.id);
  const workbook = findingsWorkbook(path, result.findings, today, openBulk, bulkSheets);
  await keepFindingsFile(job, result.findings, workbook);
  // On the connection that has the staged rows.
  await client.query('begin');
  try {
    await keepRows(client, file.id);
    await keepOutcome(client, job, result, 'Checked');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Rows that are read at once. */
const together = 200;
const toldEveryMs = 500;

/** Posts the rows that have no result yet, one after the other, until there are none or a user stops it. */
async function post(job: Job): Promise<void> {
  const { pool, client, file, settings } = job;
  const writers = openPool(job.databaseUrl, {
    max: 2,
    applicationName: 'sharebook registry bulk sheets',
    pipeline: true,
  });
  const by = actorOf(file.uploaded_by, file.uploaded_first_name, file.uploaded_last_name);
  const approver = file.approved_by
    ? actorOf(file.approved_by, file.approved_first_name, file.approved_last_name)
    : null;
  let done = 0;
  let toldAt = 0;
  /** True when a user asked to stop. Progress makes earlier interruptions not count. */
  const tell = async (): Promise<boolean> => {
    if (Date.now() - toldAt < toldEveryMs) return false;
    toldAt = Date.now();
    const { rows } = await client.query<{ is_stopping: boolean }>(
      `update register_file set work_step = 'Rows', work_rows = $2::bigint, attempts = case when $2::bigint > 0 then 0 else attempts end
        where id = $1 returning is_stopping`,
      [file.id, done],
    );
    return rows[0]?.is_stopping ?? false;
  };
  try {
    let isStopped = false;
    while (!isStopped) {
      const rows = await waitingRows(client, file.id, together);
      if (rows.length === 0) break;
      const instructions = rows.map(({ number, kind, key, content, acknowledged }) => ({
        ...{ number, kind, key, rows: JSON.parse(content) as Values[] },
        acknowledged: acknowledged.split(' ').filter(Boolean),
      }));
      for (const batch of batchesOf(instructions)) {
        isStopped = await tell();
        if (isStopped) break;
        const now = job.now();
        const today = clockIn(settings.timeZone, now).today();
        await postBatch(writers, batch, { settings, today, now, by, approver }, (tx, ended) =>
          keepResults(
            tx,
            file.id,
            ended.map(({ one, result }) => ({ number: one.number, result })),
          ),
        );
        done += batch.length;
      }
    }
    await withTransaction(pool, async (db) => {
      const counts = await countsOf(db, file.id);
      const isWhole = counts.Waiting === 0;
      await db.query(
        `update register_file set state = $2, title = $3, version = version + 1, problem = '', is_stopping = false,
                ${ended} where id = $1 and state = 'Approved' and work = 'post'`,
        [file.id, isWhole ? 'Posted' : 'Approved', isWhole ? resultText(counts) : null],
      );
      const kind = isWhole ? 'Posted' : 'PostStopped';
      await addStep(db, file.id, { ...byActor(job), kind, text: resultText(counts) });
    });
  } finally {
    await writers.end().catch(() => undefined);
  }
}

const actorOf = (email: FileRow['uploaded_by'], firstName: string, lastName: string): Actor => ({
  ...{ email, firstName, lastName },
});

/** '3 posted, 1 refused'. */
export function resultText(counts: RowCounts): string {
  const named = [
    [counts.Posted, 'posted'],
    [counts.Queued, 'waiting for their day or in the work queue'],
    [counts.Refused, 'refused'],
    [counts.AlreadyThere, 'already there'],
    [counts.Waiting, 'not yet posted'],
  ] as const;
  const parts = named.filter(([count]) => count > 0).map(([count, what]) => `${formatShares(count)} ${what}`);
  return parts.length === 0 ? 'No rows' : parts.join(', ');
}
