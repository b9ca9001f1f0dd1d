import { cookieName, readCookie } from './cookies.ts';
import type { RecordBinding } from './provider/oidc.ts';
import type { LinkResult } from './provider/provider-link.ts';
import { type ProviderProof, readProof } from './provider/provider-proof.ts';
import type { SignInResult } from './sign-in.ts';

/** What a request to /api/auth contains, and the result of its sign-in attempt. */
export type AuthAttempt = {
  address: string | null;
  userAgent: string | null;
  deviceToken: string | null;
  sessionToken: string | null;
  /** Why the user was sent to the provider, if not to sign in. */
  proof: ProviderProof | null;
  /** Records a binding in the audit trail; without it no account is bound. */
  record?: RecordBinding;
  result?: SignInResult;
  by?: 'password' | 'provider';
  /** The result of a requested link. */
  linked?: LinkResult;
  signedOut?: string;
};

/** Reads from a request's headers what `authOptions` needs. */
export function readAttempt(headers: Headers, address: string | null): AuthAttempt {
  const jar = headers.get('cookie');
  return {
    address,
    userAgent: headers.get('user-agent'),
    deviceToken: readCookie(jar, cookieName('device')),
    sessionToken: readCookie(jar, cookieName('session')),
    proof: readProof(readCookie(jar, cookieName('again'))),
  };
}
