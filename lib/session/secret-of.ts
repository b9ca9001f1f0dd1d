import { createHash } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { authSecrets } from '../env.ts';
import { cookieName } from './cookies.ts';

/**
 * The secret with which next-auth's cookies of a request were signed: the current one, unless a previous one
 * signed them because a sign-in was in progress when NEXTAUTH_SECRET changed. New cookies are always signed
 * with the current one.
 */
export async function secretOf(
  request: 'form' | 'return' | 'other',
  cookies: Readonly<Record<string, string>>,
  [present, ...former]: readonly [string, ...string[]] = authSecrets(),
): Promise<string> {
  for (const secret of former) {
    const [token = '', digest] = (cookies[cookieName('csrf')] ?? '').split('|');
    const own = createHash('sha256').update(`${token}${secret}`).digest('hex');
    if (request === 'form' && digest === own) return secret;
    const [salt, state] = [cookieName('state'), cookies[cookieName('state')]];
    const read = state ? await decode({ token: state, secret, salt }).catch(() => null) : null;
    if (request === 'return' && read) return secret;
  }
  return present;
}
