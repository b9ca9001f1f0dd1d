import type { RequestFor } from '#lib/contract/index';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import { readFile } from '#registry/items/files';
import { readRequest } from '#registry/items/requests/request-list';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** A file of a request that its issuer may see. Any other file of the item is 404, as one that never was. */
export async function getRequestDocument(
  ctx: Context,
  input: RequestFor<'GetRequestDocument'>,
): Promise<StoredFile> {
  const issuer = await issuerInScope(ctx.pool, ctx.caller, 'customerIssuerId', input.customerIssuerId);
  const [itemId, documentId] = [BigInt(input.itemId), BigInt(input.documentId)];
  const request = await readRequest(ctx.pool, issuer.id, itemId);
  if (!request?.files.some((one) => one.id === documentId)) throw notFound('The file');
  const file = await readFile(ctx.pool, issuer.id, itemId, documentId);
  if (!file) throw notFound('The file');
  return { contentType: file.mediaType, fileName: file.name, bytes: file.bytes };
}
