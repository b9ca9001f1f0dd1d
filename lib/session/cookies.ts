import { env } from '../env.ts';

/** Longest a session may live, and longest it may lie idle (assurance S-08). */
export const sessionHours = 12;
export const idleMinutes = 30;

export type CookieKind = 'session' | 'csrf' | 'callback' | 'device';

/** `__Host-` binds a cookie to this host over https; plain http cannot carry it (decisions, ruling 13). */
export function cookieName(kind: CookieKind, secure = env().secureCookies): string {
  return `${secure ? '__Host-' : ''}sharebook.${kind}`;
}

/** Attributes of every cookie we set. */
export function cookieOptions(secure = env().secureCookies) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
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
