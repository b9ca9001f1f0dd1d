// What checks, postings and undos of stored files share: options, errors, progress, results and their digest.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { writeJson } from '#lib/contract/wire/json';
import { copyRows } from '#lib/postgres/copy-rows';
import type { BulkSettings } from '#registry/bulk/instruction-settings';
import type { Checked } from '../check/check-register.ts';
import { addStep, type FileRow, type Outcome, rankOf } from '../files/register-file-rows.ts';
import type { RegisterFolder } from '../files/register-folder.ts';
import { countsText, type Finding } from '../findings.ts';
import type { ClassPreview } from './preview.ts';

export type JobOptions = {
  /** For connections of its own. */
  databaseUrl: string;
  folder: RegisterFolder;
  today: string;
  now: () => Date;
  settings: BulkSettings;
};

/** A file that is not what was uploaded, or that is gone; the message is for users. */
export class Unusable extends Error {}

/** Where the stored file is. Throws Unusable when it is gone. */
export async function storedAs({ folder, file }: Job): Promise<string> {
  if (!(await folder.isWhole(file.id, Number(file.bytes))))
    throw new Unusable('The file is no longer stored as it was uploaded. Discard it and upload it again.');
  return folder.pathOf(file.id);
}

/** Throws Unusable for another file than was uploaded. */
export function refuseOther({ file }: Job, digest: string): void {
  if (digest !== file.sha256)
    throw new Unusable(
      'The stored file is not the one that was uploaded: its digest differs. Discard it and upload it again.',
    );
}

const reportEveryMs = 500;

/** By whom the work was asked for. */
export type WorkedRow = Pick<FileRow, 'id' | 'work_by_email' | 'work_by_name'>;

export type Job = JobOptions & { pool: Pool; client: PoolClient; file: FileRow };

export const ended = `work = null, work_reason = '', work_since = null, work_step = '', work_rows = 0, attempts = 0`;

export const byActor = ({ now, file }: { now: () => Date; file: WorkedRow }) => ({
  at: now().toISOString(),
  byEmail: file.work_by_email,
  byName: file.work_by_name,
});

export type Result = { checked: Checked; text: string; sha256: string; findings: Finding[] };

/** The result of a check as it is stored, with the digest to which an approval is bound. */
export function resultOf(found: Checked, classes: readonly ClassPreview[]): Result {
  const rank = new Map(found.findings.map(({ code, severity }) => [code, severity]));
  const outcome: Outcome = {
    ...{ asOf: found.asOf, source: found.source, issuer: found.issuer },
    typedTotals: found.typedTotals,
    ...{ rows: found.rows, totals: found.totals, books: found.books, counts: found.counts },
    ...{ unknownColumns: found.unknownColumns, unknownValues: found.unknownValues, headers: found.headers },
    byCode: [...found.byCode]
      .map(([code, count]) => ({ code, severity: rank.get(code) ?? 'error', findings: count }))
      .sort((a, b) => rankOf(a.severity) - rankOf(b.severity) || (a.code < b.code ? -1 : 1)),
    classes: [...classes],
  };
  const text = writeJson(outcome);
  const sha256 = createHash('sha256').update(text).update(writeJson(found.findings)).digest('hex');
  return { checked: found, text, sha256, findings: found.findings.map(masked) };
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
export async function keepFindingsFile(
  { folder, file }: Job,
  findings: Finding[],
  workbook: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (findings.length === 0) return;
  const out = createWriteStream(folder.findingsPathOf(file.id), { mode: 0o600 });
  await pipeline(workbook, out);
}

/** Writes what a check found; an approval of an earlier check is void. */
export async function keepOutcome(
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
  await addStep(db, id, { ...byActor(job), kind, text: countsText(found.counts) });
}

/** Reports progress a few times a second at most, by another connection: the one of the work is in a transaction. */
export function reporter({ pool, file }: Job): (what: string, rows?: number) => void {
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
