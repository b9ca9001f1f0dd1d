import { stat } from 'node:fs/promises';
import type { RequestFor } from '#lib/contract/index';
import type { ExportRow } from '#registry/export/run/export-rows';
import { archivePathOf } from '#registry/export/run/job';
import { wholeFile } from '#registry/files/growing-file';
import type { FileResponse } from '#registry/http/file-reply';
import { badField, HttpError, notFound } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { registerExport } from '../parts/exports/export-detail.ts';

/** The file of a complete export, whole or one range of it; 404 where there is none or it is not as it was made. */
export async function getRegisterExportFile(
  ctx: Context,
  { registerExportId, variant }: RequestFor<'GetRegisterExportFile'>,
): Promise<FileResponse> {
  const row = await registerExport(ctx, ctx.pool, registerExportId);
  if (row.state !== 'Complete') throw notFound('The file');
  // The dashboard decides by this field whether the user may have the file.
  if (row.variant !== variant) throw badField('variant', `must be ${row.variant}: that is what the file has`);
  const path = archivePathOf(ctx.registers, row.id);
  const size = (await stat(path).catch(() => undefined))?.size;
  if (size === undefined) throw notFound('The file');
  if (BigInt(size) !== row.bytes)
    throw new HttpError(409, 'The file is no longer stored as it was made. Discard it and make it again.');
  return { contentType: contentTypeOf(row), fileName: row.name, file: wholeFile(path, size, row.sha256) };
}

const contentTypeOf = ({ form }: Pick<ExportRow, 'form'>) =>
  form === 'Workbook'
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : 'application/zip';
