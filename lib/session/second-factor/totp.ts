import { createHmac, randomBytes } from 'node:crypto';

/** The default of every authenticator app (RFC 6238 §4, RFC 4226 §5.3). */
const stepSeconds = 30;
const digits = 6;
/** Time steps before and after the current one that are accepted too: clocks drift (RFC 6238 §5.2). */
const drift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits in base32, as long as the digest (RFC 4226 §4). */
export function newSecret(): string {
  return base32(randomBytes(20));
}

/** RFC 4648 base32 without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (ms: number) => Math.floor(ms / 1000 / stepSeconds);

/** The code of one step (RFC 4226 §5.3). `secret` in base32. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The time step of a code: the current one or an adjacent one, later than `after`; null when none matches. */
export function stepOf(secret: string, code: string, after: number, nowMs = Date.now()): number | null {
  const now = stepAt(nowMs);
  for (let step = now - drift; step <= now + drift; step += 1) {
    if (step > after && codeAt(secret, step) === code) return step;
  }
  return null;
}

/** The content of the QR code for an authenticator app. */
export function totpAddress(secret: string, email: string, label: string): string {
  const issuer = label ? `Sharebook ${label}` : 'Sharebook';
  const query = new URLSearchParams({ secret, issuer, digits: `${digits}`, period: `${stepSeconds}` });
  // Apps do not decode a plus sign as a space: spaces must be written as %20.
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${query}`.replaceAll(
    '+',
    '%20',
  );
}
