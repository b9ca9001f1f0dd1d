// Tokens against cross-site request forgery for forms that work without script.

import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';

const bodyBytesMax = 16_384;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

function signed(secret: string, user: User): string {
  return createHmac('sha256', secret)
    .update(`get-form\n${user.id}\n${user.sessionBegan}`)
    .digest('base64url');
}

/**
 * The token of a form without JavaScript: only our page, rendered for this session, knows it. Valid as long as
 * the session, including after a step-up.
 */
export function formToken(secret: string, user: User): string {
  return signed(secret, user);
}

/** Whether a token was made for this session, under any of these secrets. */
export function isFormToken(secrets: readonly string[], user: User, given: string): boolean {
  return secrets.some((secret) => {
    const [a, b] = [Buffer.from(given), Buffer.from(signed(secret, user))];
    return a.byteLength === b.byteLength && timingSafeEqual(a, b);
  });
}

/**
 * Rejects a form sent by another site. A plain form has no header of ours: the browser's Origin and, where
 * sent, Sec-Fetch-Site must name this site, and at least one must be present. Throws ApiError `csrf`.
 */
export function rejectForeignForm(request: Request, publicUrl: string): void {
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
