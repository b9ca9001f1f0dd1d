// Reads request bodies, with limits on size, media type and encoding.

import type { IncomingMessage } from 'node:http';
import type { Endpoint, UploadedFile } from '#lib/contract/endpoint';
import {
  fitsMediaType,
  isMediaType,
  mediaTypes,
  partBytesMax,
  partType,
  uploadBytesMax,
} from '#lib/contract/upload-limits';
import { HttpError } from './http-error.ts';

const bodyBytesMax = 1_048_576;

/**
 * The request body as text, for the given media type, at most 1 MB of valid UTF-8. Wrong type, charset,
 * encoding or bytes: 400. Too long: 413, and the connection is closed after the response.
 */
export async function readBody(req: IncomingMessage, mediaType: string): Promise<string> {
  const [given, ...parameters] = contentTypeOf(req);
  if (given !== mediaType) throw new HttpError(400, `The Content-Type must be ${mediaType}.`);
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=');
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value))
      throw new HttpError(400, 'The charset must be utf-8.');
  }
  const bytes = await readBytes(req, bodyBytesMax, '1 MB');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.');
  }
}

/** The file or the part of one in a request's body, as the operation takes it. */
export function readFileBody(req: IncomingMessage, { files }: Pick<Endpoint, 'files'>) {
  return files === 'parts' ? readPart(req) : readUpload(req);
}

/** A part of a large file, at most 8 MB. Its bytes are not looked at: only the first ones say what the file is. */
async function readPart(req: IncomingMessage): Promise<UploadedFile<typeof partType>> {
  const [mediaType = ''] = contentTypeOf(req);
  if (mediaType !== partType) throw new HttpError(400, `The Content-Type must be ${partType}.`);
  const body = await readBytes(req, partBytesMax, '8 MB');
  if (body.length === 0) throw new HttpError(400, 'The part is empty.');
  return { mediaType, body };
}

/**
 * The file in a request's body, at most 20 MB. Another type than an upload may have, or bytes that do not begin as
 * their type: 400. Too long: 413, and the connection is closed after the response.
 */
export async function readUpload(req: IncomingMessage): Promise<UploadedFile> {
  const [mediaType = ''] = contentTypeOf(req);
  if (!isMediaType(mediaType))
    throw new HttpError(400, `The Content-Type must be one of ${Object.keys(mediaTypes).join(', ')}.`);
  const body = await readBytes(req, uploadBytesMax, '20 MB');
  if (!fitsMediaType(body, mediaType))
    throw new HttpError(400, 'The content of the file does not match its Content-Type.');
  return { mediaType, body };
}

const contentTypeOf = (req: IncomingMessage) =>
  (req.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());

async function readBytes(req: IncomingMessage, bytesMax: number, limit: string): Promise<Buffer> {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpError(400, 'A compressed body is not accepted.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw tooLong(limit);
  try {
    // Destroying the stream would also destroy the socket, before the error response is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLong(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The request ended before its body did.', { headers: { connection: 'close' } });
  }
  return Buffer.concat(chunks);
}

function tooLong(limit: string): HttpError {
  return new HttpError(413, `The body is larger than ${limit}.`, { headers: { connection: 'close' } });
}
