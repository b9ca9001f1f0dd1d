// Uploads to the registry, and downloads of its documents and workbooks.

import 'server-only';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { User } from '../access/roles.ts';
import { ApiError, type ErrorCode, isApiError } from '../api/error.ts';
import { secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import {
  fitsMediaType,
  isMediaType,
  isSheetType,
  type MediaType,
  mediaTypes,
  partBytesMax,
  partType,
  sheetTypes,
  startsAsZip,
  uploadBytesMax,
} from '../contract/upload-limits.ts';
import { fileHeaders } from '../runs/serve.ts';
import { callUpstream, type FileRange, fetchFile, openStoredFile } from '../upstream/call.ts';
import type { Input } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { explainFor, redactFor } from './perform.ts';
import { invalid, readBytesOf, typeOf } from './request.ts';
import { readResponse } from './response/read.ts';

type Note = (detail: NonNullable<AuditEntry['detail']>) => void;

/** Errors after which nothing can have been stored. */
const notStored = new Set<ErrorCode>([
  'upstream_rejected',
  'upstream_conflict',
  'not_found',
  'upstream_refused',
  'upstream_busy',
  'upstream_unavailable',
]);

const unknownText = {
  documents: 'Status unknown. The file may be stored: look at the files of the item before you add it again.',
  parts: 'Status unknown. The part may be stored: continue the upload, which goes on where it ended.',
};

type Upload = { mediaType: MediaType | typeof partType; body: Buffer };

/**
 * The file of an upload, at most 20 MB, of a type that its first bytes confirm, or a part of a large file. Throws ApiError `csrf`, `too_large` or
 * `invalid`.
 */
export async function readUpload(
  request: Pick<Request, 'headers' | 'body'>,
  id: EndpointId,
): Promise<Upload> {
  const mediaType = typeOf(request);
  if (endpointOf(id).files === 'parts') {
    if (mediaType !== partType) throw invalid({ '': [`The part must be sent as ${partType}.`] });
    const body = await readBytesOf(request, partBytesMax);
    if (body.length === 0) throw invalid({ '': ['The part is empty.'] });
    return { mediaType, body };
  }
  if (!isMediaType(mediaType)) throw invalid({ '': ['The file must be PDF, PNG, JPEG or TIFF.'] });
  const body = await readBytesOf(request, uploadBytesMax);
  if (!fitsMediaType(body, mediaType))
    throw invalid({ '': ['The content of the file does not match its type.'] });
  return { mediaType, body };
}

/**
 * Sends an upload once, under a key as every write (docs/decisions/writes.md). It is not kept in the outbox: after a
 * lost response the user sends the same file again under the same ID, or finds it among the item's files. Throws
 * ApiError.
 */
export async function performUpload(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  file: Upload,
  note: Note,
): Promise<unknown> {
  const { upstream } = context;
  const own = typeof input.idempotencyId === 'string' ? input.idempotencyId : randomUUID();
  const idempotencyId = createHmac('sha256', context.secret)
    .update(`${user.id}\n${id}\n${own}`)
    .digest('base64url');
  note({ sha256: digestOf(file.body), bytes: file.body.byteLength });
  try {
    const text = await callUpstream(
      upstream,
      user.issuers,
      id,
      { ...input, ...file, idempotencyId },
      { explain: explainFor(upstream, user, id) },
    );
    const redact = redactFor(context, user, id);
    return readResponse(text, 'bigint', { operation: id, redact });
  } catch (error) {
    if (isApiError(error) && error.code === 'duplicate') {
      const { message } = new ApiError('duplicate');
      throw new ApiError('duplicate', { beside: { message, idempotencyId: own } });
    }
    if (isApiError(error) && notStored.has(error.code)) throw error;
    const late = isApiError(error) && error.code === 'upstream_timeout';
    const message = unknownText[endpointOf(id).files === 'parts' ? 'parts' : 'documents'];
    throw new ApiError('outcome_unknown', { message, ...(late && { status: 504 }) });
  } finally {
    upstream.reads.part();
  }
}

/**
 * A stored file as a download: of a type that uploads may have and that its first bytes confirm. Throws ApiError.
 */
export async function performFile(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  about: { requestId: string; secure: boolean; signal: AbortSignal; asked: FileRange | null; note: Note },
): Promise<Response> {
  const { signal } = about;
  if (endpointOf(id).files === 'sheets') return passSheet(context, user, id, input, about);
  const limits = { bytesMax: uploadBytesMax, signal };
  const { contentType, disposition, bytes } = await fetchFile(
    context.upstream,
    user.issuers,
    id,
    input,
    limits,
  );
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!isMediaType(type) || !fitsMediaType(bytes, type)) throw new ApiError('upstream_unreadable');
  const sha256 = digestOf(bytes);
  about.note({ sha256 });
  const headers = fileHeaders({
    fileName: fileNameOf(disposition, mediaTypes[type]),
    contentType: type,
    bytes: bytes.byteLength,
    sha256: null,
  });
  const response = secured(new Response(Buffer.from(bytes), { headers }), about);
  const policy = response.headers.get('content-security-policy');
  response.headers.set('content-security-policy', `${policy}; sandbox`);
  return response;
}

/** The one range that a request asks for; others are answered with the whole file. */
export function rangeAsked({ headers }: Pick<Request, 'headers'>): FileRange | null {
  const range = headers.get('range') ?? '';
  const ifRange = headers.get('if-range');
  const isKnown = range.length <= 60 && /^bytes=\d*-\d*$/.test(range);
  return isKnown && (ifRange === null || /^"[0-9a-f]{64}"$/.test(ifRange)) ? { range, ifRange } : null;
}

/** The workbook of the largest register, with comments in every row. */
const sheetBytesMax = 2 * 1024 * 1024 * 1024;

/**
 * A workbook or archive as a download. It may be as large as a register, so that its bytes are passed on as they
 * arrive; only the type and the first bytes are examined. Throws ApiError.
 */
async function passSheet(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  about: { requestId: string; secure: boolean; signal: AbortSignal; asked: FileRange | null },
): Promise<Response> {
  const file = await openStoredFile(context.upstream, user.issuers, id, input, about.signal, about.asked);
  const type = file.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const chunks = file.body[Symbol.asyncIterator]();
  const first = isSheetType(type) ? await chunks.next().catch(() => null) : null;
  // The beginning of a file was examined when that part of it was sent.
  const isInside = file.range !== null && !file.range.startsWith('bytes 0-');
  if (!isSheetType(type) || !first || first.done || !(isInside || startsAsZip(first.value))) {
    file.drop();
    throw new ApiError('upstream_unreadable');
  }
  let begin: Uint8Array | null = first.value;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = begin ? { done: false as const, value: begin } : await chunks.next();
      begin = null;
      if (next.done) return controller.close();
      sent += next.value.byteLength;
      // The download then ends as one that was cut off.
      if (sent > sheetBytesMax) throw new ApiError('upstream_too_large');
      controller.enqueue(next.value);
    },
    cancel: file.drop,
  });
  const headers = fileHeaders({
    fileName: fileNameOf(file.disposition, sheetTypes[type]),
    contentType: type,
    bytes: file.bytes,
    sha256: file.sha256,
  });
  if (file.range) headers.set('content-range', file.range);
  const response = secured(new Response(body, { status: file.range ? 206 : 200, headers }), about);
  const policy = response.headers.get('content-security-policy');
  response.headers.set('content-security-policy', `${policy}; sandbox`);
  return response;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const nameLengthMax = 150;

/** The registry's name of a file, as one that is harmless on any system, with the extension of its type. */
function fileNameOf(disposition: string, extension: string): string {
  const coded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const name = decoded(coded) ?? plain;
  const stem = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+/, '')
    .replace(/^(.*[^.\s])?[.\s]*$/s, '$1')
    .slice(0, nameLengthMax)
    .toWellFormed();
  return `${stem || 'document'}.${extension}`;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
