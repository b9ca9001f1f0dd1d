import { env } from '../env.ts';

/** Longest a session may live, and longest it may lie idle (assurance S-08). */
export const sessionHours = 12;
export const idleMinutes = 30;

const deviceDays = 180;

export const cookieKinds = [
  'session',
  'csrf',
  'callback',
  'device',
  'state',
  'pkce',
  'nonce',
  'again',
] as const;

export type CookieKind = (typeof cookieKinds)[number];

/** `__Host-` binds a cookie to this host over https; plain http cannot carry it (decisions, ruling 13). */
export function cookieName(kind: CookieKind, secure = env().secureCookies): string {
  return `${secure ? '__Host-' : ''}sharebook.${kind}`;
}

/** Attributes of every cookie we set. Only what must survive the way back from an OpenID provider is `lax`. */
export function cookieOptions(secure = env().secureCookies, sameSite: 'strict' | 'lax' = 'strict') {
  return { httpOnly: true, sameSite, path: '/', secure } as const;
}

/** A Set-Cookie line for the session or the device a person is known by. */
export function cookieLine(kind: 'session' | 'device', value: string, secure = env().secureCookies): string {
  const seconds = kind === 'session' ? sessionHours * 3600 : deviceDays * 86_400;
  const end = secure ? '; Secure' : '';
  return `${cookieName(kind, secure)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${end}`;
}

/** A Set-Cookie line for what must come back with somebody from an OpenID provider; empty takes it away. */
export function returningLine(kind: 'again', value: string, secure = env().secureCookies): string {
  const end = secure ? '; Secure' : '';
  return `${cookieName(kind, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value ? 900 : 0}${end}`;
}

/** One cookie of a Cookie header, or null; the first one when it is repeated, as browsers send the longest path first. */
export function readCookie(header: string | null, name: string): string | null {
  if (header === null) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
