import { expect, test } from 'vitest';
import { cookieLine, cookieName, cookieOptions, readCookie } from './cookies.ts';

test('over https a cookie is bound to this host; over plain http it is not', () => {
  expect(cookieName('session', true)).toBe('__Host-sharebook.session');
  expect(cookieLine('session', 'x', true)).toBe(
    '__Host-sharebook.session=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure',
  );
  expect(cookieLine('device', 'x', false)).toBe(
    'sharebook.device=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=15552000',
  );
  expect(cookieOptions(true)).toEqual({ httpOnly: true, sameSite: 'strict', path: '/', secure: true });
  expect(cookieOptions(true, 'lax').sameSite).toBe('lax');
});

test('a cookie is read by its whole name, the first of duplicates', () => {
  expect(readCookie('a=1; sharebook.session=x; sharebook.session=y', 'sharebook.session')).toBe('x');
  expect(readCookie('xsharebook.session=x; sharebook.session.0=y', 'sharebook.session')).toBeNull();
  expect(readCookie(null, 'sharebook.session')).toBeNull();
});
