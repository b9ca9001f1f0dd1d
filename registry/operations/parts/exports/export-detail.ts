// Responses about an export of registers.

import type { ExactResponseFor } from '#lib/contract/index';
import type { Db } from '#registry/db/session';
import { type ExportRow, findExport, issuersOf, outcomeOf } from '#registry/export/run/export-rows';
import { notFound } from '#registry/http/http-error';
import { stepsOf } from '#registry/import/files/register-file-rows';
import type { Context } from '../context.ts';
import { needAllIssuers } from '../registers/register-file-response.ts';

type Summary = ExactResponseFor<'GetRegisterExports'>['exports'][number];
type Detail = ExactResponseFor<'GetRegisterExport'>;

/** The export by its number. Throws 403 or 404. */
export async function registerExport(
  ctx: Pick<Context, 'caller'>,
  db: Db,
  exportId: number,
  isLocked = false,
): Promise<ExportRow> {
  needAllIssuers(ctx);
  const row = exportId <= 2_147_483_647 ? await findExport(db, exportId, isLocked) : undefined;
  if (!row) throw notFound('The export');
  return row;
}

export function exportSummary(row: ExportRow): Summary {
  return {
    registerExportId: row.id,
    version: row.version,
    state: row.state,
    form: row.form,
    issuers: issuersOf(row),
    variant: row.variant,
    asOf: row.as_of,
    fileName: row.name,
    bytes: row.bytes,
    sha256: row.sha256,
    createdBy: row.uploaded_by,
    createdAt: row.uploaded_at,
    work: row.work && {
      step: row.work_step,
      rows: row.work_rows,
      partsDone: row.parts_done,
      partsTotal: row.parts_total,
      since: row.work_since ?? row.uploaded_at,
    },
    isStopping: row.is_stopping,
    problem: row.problem,
  };
}

export async function exportDetail(ctx: Pick<Context, 'caller'>, db: Db, exportId: number): Promise<Detail> {
  const row = await registerExport(ctx, db, exportId);
  const outcome = outcomeOf(row);
  return {
    ...exportSummary(row),
    contents: outcome && {
      ...{ files: outcome.files, rows: outcome.rows, documents: outcome.documents, listed: outcome.listed },
      digests: outcome.issuers,
    },
    history: await stepsOf(db, row.id),
  };
}
