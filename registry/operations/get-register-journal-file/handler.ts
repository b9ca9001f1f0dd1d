import type { RequestFor } from '#lib/contract/index';
import { openZip } from '#lib/sheet/read/zip-reader';
import { writeZip } from '#lib/sheet/zip';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import { findPull } from '#registry/import/files/pulls';
import { journalFilesIn } from '#registry/import/pull/journal-files';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';

/** The journal as another registry gave it; 404 where there is none. */
export async function getRegisterJournalFile(
  ctx: Context,
  { registerFileId }: RequestFor<'GetRegisterJournalFile'>,
): Promise<StoredFile> {
  const file = await registerFile(ctx, ctx.pool, registerFileId);
  const pull = await findPull(ctx.pool, file.id);
  const { folder } = ctx.registers;
  const isThere = file.state !== 'Discarded' && (await folder.isWhole(file.id, Number(file.bytes)));
  if (!pull || pull.history === null || !isThere) throw notFound('The file');
  return {
    contentType: 'application/zip',
    fileName: `journal-${pull.remote_issuer}.zip`,
    stream: () => journalOf(folder.pathOf(file.id), file.uploaded_at.slice(0, 10)),
  };
}

async function* journalOf(path: string, date: string): AsyncGenerator<Uint8Array> {
  const zip = await openZip(path);
  try {
    const entries = journalFilesIn(zip.names).map((name) => ({
      name,
      data: zip.read(name, { anyRatio: true }),
    }));
    yield* writeZip(entries, { date });
  } finally {
    await zip.close();
  }
}
