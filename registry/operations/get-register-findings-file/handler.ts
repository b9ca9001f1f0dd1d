import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { RequestFor } from '#lib/contract/index';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';

/** The file that was checked as a workbook with its findings; 404 where nothing was found. */
export async function getRegisterFindingsFile(
  ctx: Context,
  { registerFileId }: RequestFor<'GetRegisterFindingsFile'>,
): Promise<StoredFile> {
  const file = await registerFile(ctx, ctx.pool, registerFileId);
  const path = ctx.registers.folder.findingsPathOf(file.id);
  const isThere =
    file.has_findings_file &&
    (await access(path).then(
      () => true,
      () => false,
    ));
  if (!isThere) throw notFound('The file');
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${file.name.replace(/\.[A-Za-z0-9]*$/, '')} findings.xlsx`,
    stream: () => createReadStream(path),
  };
}
