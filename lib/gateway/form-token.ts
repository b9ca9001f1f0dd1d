import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';

const bodyBytesMax = 16_384;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

function signed(secret: string, person: Person): string {
  return createHmac('sha256', secret)
    .update(`get-form\n${person.id}\n${person.sessionBegan}`)
    .digest('base64url');
}

/**
 * The token of a form without JavaScript: only our page, rendered for this session, knows it. Valid as long as
 * the session, including after a step-up.
 */
export function formToken(secret: string, person: Person): string {
  return signed(secret, person);
}

/** Whether a token was made for this session, under any of these secrets. */
export function isFormToken(secrets: readonly string[], person: Person, given: string): boolean {
  return secrets.some((secret) => {
    const [a, b] = [Buffer.from(given), Buffer.from(signed(secret, person))];
    return a.byteLength === b.byteLength && timingSafeEqual(a, b);
  });
}

/**
 * Rejects a form sent by another site. A plain form has no header of ours: the browser's Origin and, where
 * sent, Sec-Fetch-Site must name this site, and at least one must be present. Throws ApiError `csrf`.
 */
export function refuseForeignForm(request: Request, publicUrl: string): void {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = origin === null ? site === 'same-origin' : origin === publicUrl;
  if (!own || (site !== null && site !== 'same-origin')) throw new ApiError('csrf');
}

/** The fields of a small form; the first value of a repeated name. Throws ApiError `csrf` or `too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!formType.test(request.headers.get('content-type') ?? '')) throw new ApiError('csrf');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > bodyBytesMax) throw new ApiError('too_large');
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts, size).toString('utf8'));
}
