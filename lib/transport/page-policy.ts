import { randomBytes } from 'node:crypto';

/** 144 random bits in base64; a UUID would carry 122 and ASVS 11.5.1 does not count it. */
export function freshNonce(): string {
  return randomBytes(18).toString('base64');
}

/**
 * The content policy of one answer with a page (assurance S-07). Only scripts with its nonce run, and what those load
 * themselves; styles come from files of ours or carry the nonce, never from attributes. `development` adds what the
 * tools of `npm run dev` need.
 */
export function pagePolicy(nonce: string, development = false): string {
  const script = `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`;
  // A nonce would switch 'unsafe-inline' off again.
  const style = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
