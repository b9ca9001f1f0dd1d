// Names and attributes of cookies, and reading one.

import { env } from '../env.ts';
import { deviceDays, sessionHours } from './session-limits.ts';

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

/** `__Host-` binds a cookie to this host over https; plain http cannot use it. */
export function cookieName(kind: CookieKind, secure = env().secureCookies): string {
  return `${secure ? '__Host-' : ''}sharebook.${kind}`;
}

/** Attributes of every cookie we set. Only cookies needed on the return from an OpenID provider are `lax`. */
export function cookieOptions(secure = env().secureCookies, sameSite: 'strict' | 'lax' = 'strict') {
  return { httpOnly: true, sameSite, path: '/', secure } as const;
}

/** A Set-Cookie line for the session or the known-device cookie. */
export function cookieLine(kind: 'session' | 'device', value: string, secure = env().secureCookies): string {
  const seconds = kind === 'session' ? sessionHours * 3600 : deviceDays * 86_400;
  const end = secure ? '; Secure' : '';
  return `${cookieName(kind, secure)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${end}`;
}

/** A Set-Cookie line for a cookie needed on the return from an OpenID provider; empty removes it. */
export function returningLine(kind: 'again', value: string, secure = env().secureCookies): string {
  const end = secure ? '; Secure' : '';
  return `${cookieName(kind, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value ? 900 : 0}${end}`;
}

/**
 * One cookie of a Cookie header, or null; the first of a name, because browsers send the longest path first.
 */
export function readCookie(header: string | null, name: string): string | null {
  if (header === null) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
