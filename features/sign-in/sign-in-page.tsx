import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { roles } from '#lib/access/roles';
import { env } from '#lib/env';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { demoPassword, demoPeople } from '#lib/session/accounts/demo';
import { currentSession } from '#lib/session/current';
import { refusalIn } from './sign-in-errors.ts';
import { SignInView } from './sign-in-view.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentSession();
  if (standing?.stage === 'open') redirect(next);
  if (standing) redirect(standing.stage === 'code' ? routes.secondFactor({ next }) : routes.enrol({ next }));
  const { registry, oidc } = env();
  const people = demoPeople.map(({ email, name, role }) => ({
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
      refused={refusalIn(only(search.error))}
      provider={oidc !== null}
      people={registry.demo ? people : []}
    />
  );
}
