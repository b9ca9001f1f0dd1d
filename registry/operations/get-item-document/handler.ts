import type { RequestFor } from '#lib/contract/index';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import { readFile } from '#registry/items/files';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** A file of an item. A removed one is 404, as one that never was. */
export async function getItemDocument(
  ctx: Context,
  input: RequestFor<'GetItemDocument'>,
): Promise<StoredFile> {
  const issuer = await issuerInScope(ctx.pool, ctx.caller, 'customerIssuerId', input.customerIssuerId);
  const file = await readFile(ctx.pool, issuer.id, BigInt(input.itemId), BigInt(input.documentId));
  if (!file) throw notFound('The file');
  return { contentType: file.mediaType, fileName: file.name, bytes: file.bytes };
}
