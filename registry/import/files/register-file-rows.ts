// Rows of register_file, register_step and register_finding: uploaded files, their steps and findings.

import { readJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { Checked, UnknownValue } from '../check/check-register.ts';
import type { TypedTotal } from '../check/totals.ts';
import type { Severity } from '../findings.ts';
import type { ClassPreview } from '../work/preview.ts';

export type FileState =
  | 'Pulling'
  | 'Uploading'
  | 'Uploaded'
  | 'Checked'
  | 'Approved'
  | 'Posted'
  | 'Undone'
  | 'Discarded';
export type WorkKind = 'check' | 'post' | 'undo';
/** Work that an uploaded file waits for, or that of another registry's register. */
export type FileWork = WorkKind | 'pull';
/** One register, or many instructions to the registers that are here. */
export type FileKind = 'Register' | 'Bulk';

export type FileRow = {
  id: number;
  kind: FileKind;
  version: number;
  state: FileState;
  name: string;
  bytes: bigint;
  received: bigint;
  sha256: string;
  uploaded_by: string;
  uploaded_at: string;
  outcome: string | null;
  outcome_sha256: string | null;
  customer_issuer_id: bigint | null;
  issuer_name: string | null;
  as_of: string | null;
  source: string | null;
  has_findings_file: boolean;
  approved_by: string | null;
  approved_outcome: string | null;
  accepted: string;
  work: FileWork | null;
  work_reason: string;
  work_since: string | null;
  work_step: string;
  work_rows: bigint;
  attempts: number;
  work_by_email: string;
  work_by_name: string;
  problem: string;
  title: string | null;
  issuer_id: bigint | null;
  is_stopping: boolean;
  uploaded_first_name: string;
  uploaded_last_name: string;
  approved_first_name: string;
  approved_last_name: string;
};

/** What a check found, but its findings. An approval is bound to the digest of this text. */
export type Outcome = Pick<
  Checked,
  'asOf' | 'source' | 'issuer' | 'rows' | 'totals' | 'counts' | 'unknownColumns' | 'headers'
> & {
  /** Absent in the result of a check before there was a mapping of values. */
  unknownValues?: UnknownValue[];
  /** Absent in the result of a check before it was part of one. */
  books?: Checked['books'];
  /** Control totals that users typed; kept from check to check. Absent in earlier results. */
  typedTotals?: Checked['typedTotals'];
  byCode: { code: string; severity: Severity; findings: number }[];
  classes: ClassPreview[];
};

/** The classes of a register that was checked. */
export const classNames = (outcome: Outcome | null): string[] =>
  (outcome?.classes ?? []).map(({ class: name }) => name);

/** Control totals that were typed for a file. */
export const typedTotalsOf = (file: Pick<FileRow, 'outcome'>): TypedTotal[] =>
  (outcomeOf(file)?.typedTotals ?? []).map((one) => ({ ...one, value: BigInt(one.value) }));

export const outcomeOf = ({ outcome }: Pick<FileRow, 'outcome'>): Outcome | null =>
  outcome === null ? null : (readJson(outcome, 'bigint') as Outcome);

/** A register that was taken back on the command line is undone here too. Files of exports are no registers. */
const selected = `select f.*, coalesce(c.undone_at is not null, false) as is_undone
  from register_file f left join conversion c on c.issuer_id = f.issuer_id`;

const read = ({ is_undone: isUndone, ...row }: FileRow & { is_undone: boolean }): FileRow => ({
  ...row,
  state: row.state === 'Posted' && isUndone ? 'Undone' : row.state,
});

export async function findFile(db: Db, id: number, isLocked = false): Promise<FileRow | undefined> {
  const { rows } = await db.query<FileRow & { is_undone: boolean }>(
    `${selected} where f.id = $1 and f.kind <> 'Export'${isLocked ? ' for update of f' : ''}`,
    [id],
  );
  return rows[0] && read(rows[0]);
}

export async function listFiles(
  db: Db,
  { kind, state, start, limit }: { kind: FileKind; state: FileState | null; start: number; limit: number },
): Promise<{ total: number; files: FileRow[] }> {
  const all = `select *, case when state = 'Posted' and is_undone then 'Undone' else state end as shown
                 from (${selected} where f.kind = $2) as f`;
  const { rows } = await db.query<FileRow & { is_undone: boolean; total: bigint }>(
    `select *, count(*) over () as total from (${all}) as f where $1::text is null or shown = $1
      order by id desc offset $3 limit $4`,
    [state, kind, start, limit],
  );
  const total = rows[0]?.total ?? (start === 0 ? 0n : await countFiles(db, state, kind, all));
  return { total: Number(total), files: rows.map(read) };
}

async function countFiles(db: Db, state: FileState | null, kind: FileKind, all: string): Promise<bigint> {
  const { rows } = await db.query<{ total: bigint }>(
    `select count(*) as total from (${all}) as f where $1::text is null or shown = $1`,
    [state, kind],
  );
  return rows[0]?.total ?? 0n;
}

export type Step = { at: string; kind: string; byEmail: string; byName: string; text: string };

export async function addStep(db: Db, fileId: number, { at, kind, byEmail, byName, text }: Step) {
  await db.query(
    `insert into register_step (file_id, number, at, kind, by_email, by_name, text)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6 from register_step where file_id = $1`,
    [fileId, at, kind, byEmail, byName, text],
  );
}

export async function stepsOf(db: Db, fileId: number): Promise<(Step & { number: number })[]> {
  const { rows } = await db.query<Step & { number: number }>(
    `select number, at, kind, by_email as "byEmail", by_name as "byName", text from register_step
      where file_id = $1 order by number`,
    [fileId],
  );
  return rows;
}

export const severities = ['stop', 'error', 'warning', 'note'] as const satisfies readonly Severity[];
export const rankOf = (severity: Severity): number => severities.indexOf(severity);

export type FindingRow = {
  rank: number;
  code: string;
  sheet: string;
  row_number: number | null;
  field: string;
  cell: string;
  value: string;
  sentence: string;
};

export async function findingsOf(
  db: Db,
  fileId: number,
  { code, start, limit }: { code: string | null; start: number; limit: number },
): Promise<{ total: number; findings: FindingRow[] }> {
  const where = 'file_id = $1 and ($2::text is null or code = $2)';
  const { rows } = await db.query<FindingRow>(
    `select rank, code, sheet, row_number, field, cell, value, sentence from register_finding where ${where}
      order by rank, number offset $3 limit $4`,
    [fileId, code, start, limit],
  );
  const counted = await db.query<{ total: bigint }>(
    `select count(*) as total from register_finding where ${where}`,
    [fileId, code],
  );
  return { total: Number(counted.rows[0]?.total ?? 0n), findings: rows };
}
