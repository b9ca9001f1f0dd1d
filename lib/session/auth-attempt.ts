import { cookieName, readCookie } from './cookies.ts';
import type { RecordBinding } from './oidc.ts';
import type { LinkResult } from './provider-link.ts';
import { type ProviderProof, readProof } from './provider-proof.ts';
import type { SignInResult } from './sign-in.ts';

/** What one request to /api/auth came with and what its sign-in attempt led to. */
export type AuthAttempt = {
  address: string | null;
  userAgent: string | null;
  deviceToken: string | null;
  sessionToken: string | null;
  /** What somebody was sent to the provider for, when it was not to sign in. */
  proof: ProviderProof | null;
  /** Writes a binding down; without it nobody is bound. */
  record?: RecordBinding;
  result?: SignInResult;
  by?: 'password' | 'provider';
  /** What became of a link that was asked for. */
  linked?: LinkResult;
  signedOut?: string;
};

/** Reads what `authOptions` needs off a request's headers. */
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
