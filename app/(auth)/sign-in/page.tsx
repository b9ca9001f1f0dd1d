import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { env } from '#lib/env';
import { only, type SearchParams, safeNext } from '#lib/routes';
import { currentPerson } from '#lib/session/current';
import { demoPassword, demoPeople } from '#lib/session/demo';
import { roleWords } from '../../role-words.ts';
import { SignInScreen } from './sign-in-screen.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  if (await currentPerson()) redirect(next);
  const { embedded, environment } = env().registry;
  const people = demoPeople.map(({ email, name, role }) => ({
    email,
    name,
    password: demoPassword,
    ...roleWords[role],
  }));
  return (
    <SignInScreen
      next={next}
      expired={only(search.reason) === 'expired'}
      environment={environment}
      people={embedded ? people : []}
    />
  );
}
