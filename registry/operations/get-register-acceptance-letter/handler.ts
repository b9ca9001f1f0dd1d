import type { RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import { renderPdf } from '#registry/render/pdf/pdf';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';
import { acceptanceLetter } from './letter.ts';

/**
 * The letter by which the agent accepts the records of the prior agent, for both to sign. 404 for a register that is not
 * in the books.
 */
export async function getRegisterAcceptanceLetter(
  ctx: Context,
  { registerFileId }: RequestFor<'GetRegisterAcceptanceLetter'>,
): Promise<StoredFile> {
  return inSnapshot(ctx.pool, async (db) => {
    const file = await registerFile(ctx, db, registerFileId);
    const isPosted = file.kind === 'Register' && file.state === 'Posted' && file.issuer_id !== null;
    const letter = isPosted && (await acceptanceLetter(db, file, ctx));
    if (!letter) throw notFound('The letter');
    const parts: Uint8Array[] = [];
    for await (const part of renderPdf(letter)) parts.push(part);
    return {
      contentType: 'application/pdf',
      fileName: `acceptance-${file.customer_issuer_id}.pdf`,
      bytes: Buffer.concat(parts),
    };
  });
}
