// Rows of exports in register_file, the table that uploaded files have too.

import type { Variant } from '#lib/contract/agent/register-export';
import { readJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { ExportForm } from '../write-file.ts';

export type ExportState = 'Preparing' | 'Complete' | 'Discarded';

export type ExportRow = {
  id: number;
  version: number;
  state: ExportState;
  /** Name of the file when it is downloaded. */
  name: string;
  bytes: bigint;
  sha256: string;
  uploaded_by: string;
  uploaded_at: string;
  as_of: string;
  work: 'export' | null;
  work_since: string | null;
  work_step: string;
  work_rows: bigint;
  work_by_email: string;
  work_by_name: string;
  is_stopping: boolean;
  problem: string;
  form: ExportForm;
  variant: Variant;
  issuers: string;
  parts_done: number;
  parts_total: number;
  outcome: string | null;
};

/** What is in a complete file. */
export type ExportOutcome = {
  /** Without a digest in a package, which has none. */
  issuers: { customerIssuerId: bigint; name: string; dataDigest: string | null }[];
  files: number;
  rows: number;
  documents: number;
  /** What has no place in the format. */
  listed: string[];
};

export type NamedIssuer = { customerIssuerId: bigint; name: string };

export const issuersOf = ({ issuers }: Pick<ExportRow, 'issuers'>): NamedIssuer[] =>
  (readJson(issuers, 'bigint') as { customerIssuerId: bigint | number; name: string }[]).map((one) => ({
    ...one,
    customerIssuerId: BigInt(one.customerIssuerId),
  }));

export const outcomeOf = ({ outcome }: Pick<ExportRow, 'outcome'>): ExportOutcome | null =>
  outcome === null ? null : (readJson(outcome, 'bigint') as ExportOutcome);

const selected = `select f.id, f.version, f.state, f.name, f.bytes, f.sha256, f.uploaded_by, f.uploaded_at, f.as_of, f.work,
    f.work_since, f.work_step, f.work_rows, f.work_by_email, f.work_by_name, f.is_stopping, f.problem, e.form,
    e.variant, e.issuers, e.parts_done, e.parts_total, e.outcome
  from register_file f join register_export e on e.file_id = f.id`;

export async function findExport(db: Db, id: number, isLocked = false): Promise<ExportRow | undefined> {
  const { rows } = await db.query<ExportRow>(`${selected} where f.id = $1${isLocked ? ' for update' : ''}`, [
    id,
  ]);
  return rows[0];
}

export async function listExports(
  db: Db,
  { start, limit }: { start: number; limit: number },
): Promise<{ total: number; exports: ExportRow[] }> {
  const counted = await db.query<{ total: bigint }>('select count(*) as total from register_export');
  const { rows } = await db.query<ExportRow>(`${selected} order by f.id desc offset $1 limit $2`, [
    start,
    limit,
  ]);
  return { total: Number(counted.rows[0]?.total ?? 0n), exports: rows };
}
