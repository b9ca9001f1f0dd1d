// Replies with report files and stored files: ranges, entity tags, attachments.

import type { IncomingMessage } from 'node:http';
import { begun, type GrowingFile, settled, slice, tail } from '../files/growing-file.ts';
import { type ByteRange, byteRange, namesTag } from './byte-range.ts';
import { HttpError } from './http-error.ts';
import type { Reply } from './reply.ts';

/** The response to a download of a report file, complete or still growing. */
export type FileResponse = { contentType: string; fileName: string; file: GrowingFile };

/**
 * A file, always as an attachment under the name the server gave it. Complete: length, strong ETag from its
 * digest, Repr-Digest (RFC 9530), one byte range, 304. Still growing: a plain GET streams it; a request that
 * needs the length or the digest waits for the end.
 */
export async function fileReply(
  req: IncomingMessage,
  response: FileResponse,
  gone: AbortSignal,
): Promise<Reply> {
  const { file } = response;
  await (needsWhole(req) ? settled(file, gone) : begun(file, gone));
  if (file.state === 'Failed') {
    throw new HttpError(500, 'The report could not be completed. Please request it again.');
  }
  const headers: Record<string, string> = {
    'content-type': response.contentType,
    'content-disposition': attachment(response.fileName),
    'accept-ranges': 'bytes',
    // Digest and ranges refer to the stored bytes, so proxies must not compress them.
    'cache-control': 'no-store, no-transform',
  };
  const { sha256, bytes } = file;
  if (sha256 === undefined) return { status: 200, headers, body: { stream: () => tail(file, gone) } };

  const etag = `"${sha256}"`;
  headers.etag = etag;
  headers['repr-digest'] = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  if (namesTag(req.headers['if-none-match'], etag)) {
    return { status: 304, headers: { etag, 'cache-control': 'no-store, no-transform' }, body: '' };
  }
  const range = rangeOf(req, etag, bytes);
  const { start, end } = range ?? { start: 0, end: bytes };
  if (range) headers['content-range'] = `bytes ${start}-${end - 1}/${bytes}`;
  headers['content-length'] = String(end - start);
  return { status: range ? 206 : 200, headers, body: { stream: () => slice(file.path, start, end) } };
}

/** HTTP/1.0 has no chunked encoding: a cut-off body without a length would look complete. */
function needsWhole({ method, headers, httpVersion }: IncomingMessage): boolean {
  const conditions = headers.range ?? headers['if-none-match'];
  return method === 'HEAD' || httpVersion === '1.0' || conditions !== undefined;
}

/** A range applies to GET only, and under If-Range only while the tag matches (RFC 9110 §13.1.5, §14.2). */
function rangeOf({ method, headers }: IncomingMessage, etag: string, size: number): ByteRange | undefined {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  const range = byteRange(headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new HttpError(416, 'The range lies outside the file.', {
    headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
  });
}

/** A file of at most 20 MB, such as one of an item, or a stream of any length. */
export type StoredFile = { contentType: string; fileName: string } & (
  | { bytes: Buffer }
  | { stream: () => AsyncIterable<Uint8Array> }
);

/** A stored file, always as an attachment under its name. A browser that opens it runs nothing. */
export function storedFileReply({ contentType, fileName, ...body }: StoredFile): Reply {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': attachment(fileName),
      'cache-control': 'no-store, no-transform',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
    body: 'bytes' in body ? body.bytes : body,
  };
}

/** The name in ASCII, and in full as RFC 5987 defines it. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["%\\]/gu, '_');
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
