// Checks and reads requests of our own pages: origin, content type, body and session.

import 'server-only';
import type { User } from '../access/roles.ts';
import { ApiError, type FieldErrors } from '../api/error.ts';
import { parseJson } from '../contract/wire/index.ts';
import { isDate } from '../format/dates.ts';
import { dependOnUser } from '../session/depend-on-user.ts';
import type { GatewayContext } from './gateway-context.ts';

const bodyBytesMax = 4 * 1024 * 1024;

/** Content types that other sites can send without a preflight; they are rejected before parsing. */
const simpleType = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Rejects a changing request unless our own pages sent it: our header, our Origin, no cross-site fetch (RFC
 * 10017). Throws ApiError `csrf`.
 */
export function rejectForeign(request: Pick<Request, 'headers'>, publicUrl: string): void {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  const own = headers.get('x-sharebook') === '1' && headers.get('origin') === publicUrl;
  if (!own || (site !== null && site !== 'same-origin')) throw new ApiError('csrf');
}

/** The content type; throws ApiError `csrf` for none, and for one that other sites can send. */
export function typeOf({ headers }: Pick<Request, 'headers'>): string {
  const type = headers.get('content-type') ?? '';
  if (type === '' || simpleType.test(type)) throw new ApiError('csrf');
  return type;
}

/**
 * The JSON body of a request, parsed strictly, at most 4 MB. Throws ApiError `csrf`, `too_large` or `invalid`.
 */
export async function readBody(request: Pick<Request, 'headers' | 'body'>): Promise<unknown> {
  const type = typeOf(request);
  if (!jsonType.test(type)) throw invalid({ '': ['The body must be JSON in UTF-8.'] });
  const parsed = parseJson(utf8Text(await readBytesOf(request, bodyBytesMax)));
  if (!parsed.ok) throw invalid({ [parsed.field ?? '']: [parsed.reason] });
  return parsed.value;
}

/** The body of a request, at most `bytesMax`, not compressed. Throws ApiError `too_large` or `invalid`. */
export async function readBytesOf(
  request: Pick<Request, 'headers' | 'body'>,
  bytesMax: number,
): Promise<Buffer> {
  if (request.headers.has('content-encoding')) throw invalid({ '': ['The body must not be compressed.'] });
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw new ApiError('too_large');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new ApiError('too_large');
    parts.push(chunk);
  }
  return Buffer.concat(parts, size);
}

function utf8Text(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid({ '': ['The body must be JSON in UTF-8.'] });
  }
}

/** An error that names the fields. */
export function invalid(fields: FieldErrors): ApiError {
  return new ApiError('invalid', { fields });
}

/**
 * The user of a request, or null. The response then lasts only while they are signed in and keep their rights.
 */
export async function userOfRequest(context: GatewayContext, headers: Headers): Promise<User | null> {
  const user = await context.userOf(headers);
  if (user) dependOnUser(user, context.reloadUser);
  return user;
}

/** The issuer and the day that an address asks about. Throws ApiError `invalid`, which names the field. */
export function readIssuerAndDay(search: URLSearchParams): { issuer: number; day: string } {
  const issuer = search.get('issuer') ?? '';
  const day = search.get('day') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(issuer)) throw invalid({ issuer: ['This must be the ID of an issuer.'] });
  if (!isDate(day)) throw invalid({ day: ['This must be a date, yyyy-mm-dd.'] });
  return { issuer: Number(issuer), day };
}
