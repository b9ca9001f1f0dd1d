import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { writeJson } from '#lib/contract/wire/json';
import { copyRows } from '#lib/postgres/copy-rows';
import { withTransaction } from '#lib/postgres/pool';
import type { Checked } from '../check/check-register.ts';
import { checkRegister } from '../check/check-register.ts';
import type { RegisterFolder } from '../files/disk.ts';
import { mappingsFrom } from '../files/mappings.ts';
import { addStep, type FileRow, findFile, type Outcome, rankOf, type WorkKind } from '../files/rows.ts';
import type { Finding } from '../findings.ts';
import { CannotPost, postRegister } from '../post/post-register.ts';
import { CannotUndo, undoRegister } from '../post/undo-register.ts';
import { findingsWorkbook } from '../report/findings-workbook.ts';
import { workLock } from './lock.ts';
import { previewClasses } from './preview.ts';

export type JobOptions = {
  folder: RegisterFolder;
  today: string;
  now: () => Date;
};

/** A file that is not what was uploaded, or that is gone; the message is for users. */
class Unusable extends Error {}

const attemptsMax = 3;
const reportEveryMs = 500;

/**
 * Does the work that a file waits for. A lock of its connection says that it is taken: it ends with the connection, and
 * the work is then taken again. False when there is nothing to do. What went wrong is in the row.
 */
export async function doWork(pool: Pool, fileId: number, options: JobOptions): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select pg_try_advisory_lock($1, $2) as "isTaken"',
      [workLock, fileId],
    );
    if (!rows[0]?.isTaken) return false;
    const begun = await client.query<{ attempts: number }>(
      'update register_file set attempts = attempts + 1 where id = $1 and work is not null returning attempts',
      [fileId],
    );
    const file = await findFile(client, fileId);
    if (!begun.rows[0] || !file?.work) return false;
    if (begun.rows[0].attempts > attemptsMax)
      return await fail(pool, file, options, `It was interrupted ${attemptsMax} times. Try again.`);
    try {
      await jobs[file.work]({ ...options, pool, client, file });
    } catch (error) {
      const isKnown = error instanceof Unusable || error instanceof CannotPost || error instanceof CannotUndo;
      await fail(pool, file, options, isKnown ? (error as Error).message : unexpected[file.work]);
      if (!isKnown) throw error;
    }
    return true;
  } finally {
    // Staged rows and the lock end with the connection.
    client.release(true);
  }
}

const unexpected: Record<WorkKind, string> = {
  check: 'The check failed. Nothing was written. Try again.',
  post: 'Posting failed. Nothing was written. Try again.',
  undo: 'The register could not be taken back. It stays as it is. Try again.',
};

type Job = JobOptions & { pool: Pool; client: PoolClient; file: FileRow };

const jobs: Record<WorkKind, (job: Job) => Promise<void>> = {
  check: async (job) => {
    const result = await checked(job);
    await keepFindingsFile(job, result.findings);
    await withTransaction(job.pool, (db) => keepOutcome(db, job, result, 'Checked'));
  },
  async post(job) {
    const { client, file } = job;
    const result = await checked(job);
    if (result.sha256 !== file.approved_outcome) {
      await keepFindingsFile(job, result.findings);
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

const ended = `work = null, work_reason = '', work_since = null, work_step = '', work_rows = 0, attempts = 0`;

const byActor = ({ now, file }: Job) => ({
  at: now().toISOString(),
  byEmail: file.work_by_email,
  byName: file.work_by_name,
});

/** Ends the work without a result: the register stays as it was, with the reason. */
async function fail(pool: Pool, file: FileRow, { now }: JobOptions, sentence: string): Promise<true> {
  const kinds: Record<WorkKind, string> = { check: 'CheckFailed', post: 'PostFailed', undo: 'UndoFailed' };
  await withTransaction(pool, async (db) => {
    await db.query(`update register_file set problem = $2, version = version + 1, ${ended} where id = $1`, [
      file.id,
      sentence,
    ]);
    const kind = kinds[file.work ?? 'check'];
    await addStep(db, file.id, { at: now().toISOString(), kind, byEmail: '', byName: '', text: sentence });
  });
  return true;
}

type Result = { checked: Checked; text: string; sha256: string; findings: Finding[] };

/** Checks the stored file. Throws Unusable for another one than was uploaded. */
async function checked(job: Job): Promise<Result> {
  const { client, file, folder, today } = job;
  if (!(await folder.isWhole(file.id, Number(file.bytes))))
    throw new Unusable('The file is no longer stored as it was uploaded. Discard it and upload it again.');
  const found = await checkRegister(client, folder.pathOf(file.id), {
    today,
    // By another connection: rows are copied by that of the check.
    mappingOf: mappingsFrom(job.pool),
    onStep: reporter(job),
  });
  if (found.digest !== file.sha256)
    throw new Unusable(
      'The stored file is not the one that was uploaded: its digest differs. Discard it and upload it again.',
    );
  const rank = new Map(found.findings.map(({ code, severity }) => [code, severity]));
  const findings = found.findings.map(masked);
  const outcome: Outcome = {
    ...{ asOf: found.asOf, source: found.source, issuer: found.issuer },
    ...{ rows: found.rows, totals: found.totals, counts: found.counts },
    ...{ unknownColumns: found.unknownColumns, headers: found.headers },
    byCode: [...found.byCode]
      .map(([code, count]) => ({ code, severity: rank.get(code) ?? 'error', findings: count }))
      .sort((a, b) => rankOf(a.severity) - rankOf(b.severity) || (a.code < b.code ? -1 : 1)),
    classes: found.counts.stop > 0 ? [] : await previewClasses(client),
  };
  const text = writeJson(outcome);
  const sha256 = createHash('sha256').update(text).update(writeJson(found.findings)).digest('hex');
  return { checked: found, text, sha256, findings };
}

const taxFields: ReadonlySet<string> = new Set(['Tax id', 'Second tax id']);

/** Tax IDs show their last four characters: who brings a register in has the file. */
function masked(finding: Finding): Finding {
  const { field, value, sentence } = finding;
  if (!taxFields.has(field) || value === '') return finding;
  const shown = `••••${value.length > 4 ? value.slice(-4) : ''}`;
  return { ...finding, value: shown, sentence: sentence.replaceAll(value, shown) };
}

/** Written beside the file, under its own name only when it is whole. */
async function keepFindingsFile({ folder, file, today }: Job, findings: Finding[]): Promise<void> {
  if (findings.length === 0) return;
  const out = createWriteStream(folder.findingsPathOf(file.id), { mode: 0o600 });
  await pipeline(findingsWorkbook(folder.pathOf(file.id), findings, today), out);
}

/** Writes what a check found; an approval of an earlier check is void. */
async function keepOutcome(
  db: PoolClient,
  job: Job,
  { checked: found, text, sha256, findings }: Result,
  kind: 'Checked' | 'ApprovalVoid',
): Promise<void> {
  const { id } = job.file;
  const { customerId, name } = found.issuer;
  await db.query('delete from register_finding where file_id = $1', [id]);
  const columns = [
    'file_id',
    'number',
    'rank',
    'code',
    'sheet',
    'row_number',
    'field',
    'cell',
    'value',
    'sentence',
  ];
  await copyRows(
    db,
    'register_finding',
    columns,
    findings.map(({ code, severity, sheet, row, field, cell, value, sentence }, index) => [
      ...[id, index + 1, rankOf(severity), code, sheet, row, field, cell, value, sentence],
    ]),
  );
  await db.query(
    `update register_file
        set state = 'Checked', outcome = $2, outcome_sha256 = $3, customer_issuer_id = $4, issuer_name = $5, as_of = $6,
            source = $7, has_findings_file = $8, approved_by = null, approved_outcome = null, accepted = '',
            problem = $9, version = version + 1, ${ended}
      where id = $1 and state in ('Uploaded', 'Checked', 'Approved') and work is not null`,
    [
      ...[id, text, sha256, customerId, name, found.asOf, found.source, findings.length > 0],
      kind === 'ApprovalVoid' ? 'The check before posting gave another result. The approval is void.' : '',
    ],
  );
  const { stop, error, warning, note } = found.counts;
  const counts = [numberOf(stop + error, 'error'), numberOf(warning, 'warning'), numberOf(note, 'note')].join(
    ', ',
  );
  await addStep(db, id, { ...byActor(job), kind, text: counts });
}

const numberOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Reports progress a few times a second at most, by another connection: the one of the work is in a transaction. */
function reporter({ pool, file }: Job): (what: string, rows?: number) => void {
  let toldAt = 0;
  let isTelling = false;
  return (what, rows) => {
    const now = Date.now();
    if (isTelling || now - toldAt < reportEveryMs) return;
    toldAt = now;
    isTelling = true;
    pool
      .query(
        'update register_file set work_step = $2, work_rows = coalesce($3, work_rows) where id = $1 and work is not null',
        [file.id, what, rows ?? null],
      )
      .catch(() => undefined)
      .finally(() => {
        isTelling = false;
      });
  };
}
