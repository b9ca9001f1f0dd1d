import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { roles } from '#lib/access/roles';
import { env } from '#lib/env';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { demoPassword, demoUsers } from '#lib/session/accounts/demo';
import { currentSession } from '#lib/session/current-user';
import { SignInView } from './sign-in-view.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentSession();
  if (standing?.stage === 'open') redirect(next);
  if (standing) redirect(standing.stage === 'code' ? routes.secondFactor({ next }) : routes.enrol({ next }));
  const { registry, oidc } = env();
  const people = demoUsers.map(({ email, name, role }) => ({
    email,
    name,
    password: demoPassword,
    title: roles[role].title,
    can: roles[role].can,
  }));
  return (
    <SignInView
      next={next}
      expired={only(search.reason) === 'expired'}
      refused={signInErrorIn(only(search.error))}
      provider={oidc !== null}
      people={registry.demo ? people : []}
    />
  );
}

/** Error texts by the code in the address: codes of next-auth and our own. */
const texts: Readonly<Record<string, string>> = {
  CredentialsSignin: 'Incorrect email or password. Check both and try again.',
  throttled:
    'Too many attempts. Wait a minute, then try again. Until then, the correct password is refused too.',
  AccessDenied:
    'No account is linked to this sign-in. Use a new invitation from your administrator, or sign in with your password and link your organization under your account.',
  SignInTooOld:
    'Your organization did not confirm a recent sign-in, so you are not signed in. Sign in through your organization again and enter your password there.',
  OAuthCallback: 'The sign-in at your organization was not completed. Try again.',
  OAuthSignin: 'Your organization’s sign-in is unavailable. Try again shortly.',
};

function signInErrorIn(error: string | undefined): { code: string; message: string } | null {
  if (error === undefined) return null;
  const known = Object.hasOwn(texts, error) ? texts[error] : undefined;
  return {
    code: known ? error : 'failed',
    message: known ?? 'Sign-in failed. Try again shortly.',
  };
}
