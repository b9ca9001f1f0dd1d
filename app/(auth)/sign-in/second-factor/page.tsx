import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { isFresh } from '#lib/access/decide';
import { env } from '#lib/env';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { currentStanding } from '#lib/session/current';
import { codesToKeep, secretToEnrol } from '#lib/session/second-factor';
import { store } from '#lib/session/store';
import { totpAddress } from '#lib/session/totp';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpScreen } from './set-up-screen.tsx';

export const metadata: Metadata = { title: 'Set up a second factor' };

const problems: Readonly<Record<string, string>> = {
  wrong: 'That code is not right. Check that the app shows it for Sharebook, and try the next one.',
  password: 'The password is not right.',
  throttled: 'Too many attempts. Wait a minute, then try again.',
  elsewhere: 'Sign in again through your organization, then come back here.',
};

/** Sets up an authenticator app; for a role that needs one, nothing else opens before. */
export default async function SecondFactorPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentStanding();
  if (!standing) redirect(routes.signIn(routes.enrol({ next })));
  if (standing.stage === 'code') redirect(routes.secondFactor({ next }));
  const { person, stage, enrolled, hasPassword } = standing;
  if (enrolled) {
    const codes = await codesToKeep(store(), person.id);
    return codes ? <RecoveryCodes codes={codes} next={next} /> : redirect(next);
  }
  const secret = (await secretToEnrol(store(), person.id)) ?? redirect(next);
  return (
    <SetUpScreen
      secret={secret}
      address={totpAddress(secret, person.email, env().registry.environment)}
      required={stage === 'enrol'}
      askPassword={!isFresh(person) && hasPassword}
      problem={problems[only(search.problem) ?? ''] ?? null}
      next={next}
    />
  );
}
