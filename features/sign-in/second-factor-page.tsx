import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { isFresh } from '#lib/access/decide';
import { env } from '#lib/env';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { currentSession } from '#lib/session/current-user';
import { provesAtProvider } from '#lib/session/provider/provider-proof';
import { passkeySite } from '#lib/session/second-factor/passkeys';
import { codesToKeep } from '#lib/session/second-factor/recovery-codes';
import { secretToEnrol } from '#lib/session/second-factor/second-factor';
import { totpAddress } from '#lib/session/second-factor/totp';
import { store } from '#lib/session/store';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpView } from './second-factor-view.tsx';

export const metadata: Metadata = { title: 'Set up two-factor authentication' };

const errors: Readonly<Record<string, string>> = {
  wrong: 'Incorrect code. Check that it is the code for Sharebook, and try the next one.',
  password: 'Incorrect password.',
  throttled: 'Too many attempts. Wait a minute, then try again.',
  again: 'Your last authentication is more than 10 minutes old. Re-authenticate first.',
  elsewhere: 'Sign in again through your organization first.',
  proof: 'Your organization did not confirm a new sign-in. Nothing was changed.',
};

/** Sets up a passkey or an authenticator app. A role that requires one cannot open anything else before. */
export async function SecondFactorPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentSession();
  if (!standing) redirect(routes.signIn(routes.enrol({ next })));
  if (standing.stage === 'code') redirect(routes.secondFactor({ next }));
  const { person: user, stage, enrolled, hasPassword } = standing;
  const codes = enrolled ? await codesToKeep(store(), user.id) : null;
  if (codes) return <RecoveryCodes codes={codes} next={next} />;
  // A user with a passkey comes here again only to add an app (`?add=app`); else set-up is finished.
  if (enrolled && only(search.add) !== 'app') redirect(next);
  const secret = (await secretToEnrol(store(), user.id)) ?? redirect(next);
  const fresh = isFresh(user);
  return (
    <SetUpView
      secret={secret}
      address={totpAddress(secret, user.email, env().registry.environment)}
      required={stage === 'enrol'}
      passkeys={enrolled ? 'none' : passkeySite() ? 'offered' : 'impossible'}
      needsPassword={!fresh && hasPassword}
      before={fresh ? null : provesAtProvider(standing) ? 'provider' : enrolled ? 'passkey' : null}
      problem={errors[only(search.proof) === 'failed' ? 'proof' : (only(search.problem) ?? '')] ?? null}
      next={next}
    />
  );
}
