import { randomBytes } from 'node:crypto';

/** 144 random bits in base64; a UUID has 122, too few for ASVS 11.5.1. */
export function freshNonce(): string {
  return randomBytes(18).toString('base64');
}

/**
 * The content security policy of one page. Only scripts with its nonce run, and those they load; styles come
 * from our files or carry the nonce, never from attributes. `development` adds what `npm run dev` needs.
 */
export function pagePolicy(nonce: string, development = false): string {
  const script = `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`;
  // A nonce would disable 'unsafe-inline'.
  const style = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Documents that our own code has read, in the browser's PDF viewer. No address can be framed.
    'frame-src blob:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
