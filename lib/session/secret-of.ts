import { createHash } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { authSecrets } from '../env.ts';
import { cookieName } from './cookies.ts';

/**
 * The secret with which next-auth's own cookies of a request were made, the present one unless one of before made them:
 * a sign-in form that was open, or somebody who was at the OpenID provider, when NEXTAUTH_SECRET was changed (assurance
 * S-24). Whatever is made for a page to come is made with the present one.
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
