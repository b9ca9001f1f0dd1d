import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { currentSession } from '#lib/session/current-user';
import { passkeySite } from '#lib/session/second-factor/passkeys';
import { AuthForm, SomebodyElse } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ErrorText } from './error-text.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export const metadata: Metadata = { title: 'Enter your verification code' };

const errors: Readonly<Record<string, string>> = {
  wrong: 'Incorrect code, or a code that was already used. Wait for the next code and try again.',
  throttled: 'Too many attempts. Wait a minute, then try again. Until then, the correct code is refused too.',
};

/** The second step of signing in: a passkey, a code of the app, or one of the recovery codes. */
export async function CodePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentSession();
  if (standing?.stage !== 'code') redirect(standing ? next : routes.signIn(next));
  const error = errors[only(search.problem) ?? ''];
  const { person: user, hasApp } = standing;
  const passkey = standing.hasPasskey && passkeySite() !== null;
  return (
    <AuthFrame title={passkey ? 'Confirm your identity' : 'Enter your verification code'}>
      <p className="mt-2 text-muted">
        Signed in as {user.email}. To finish, use{' '}
        {passkey && (hasApp ? 'your passkey or ' : 'your passkey or one of your recovery codes.')}
        {hasApp && 'the six-digit code from your authenticator app.'}
        {!passkey && !hasApp && 'one of your recovery codes.'}
      </p>
      {passkey && <PasskeyButton use="enter" then={next} />}
      {error && <ErrorText>{error}</ErrorText>}
      <AuthForm
        step="code"
        hidden={{ next }}
        submit="Continue"
        variant={passkey ? 'secondary' : 'primary'}
        className="mt-6 flex flex-col items-start gap-6"
      >
        <Field
          label={hasApp ? 'Code' : 'Recovery code'}
          hint={
            hasApp
              ? 'Without your phone, enter one of your recovery codes instead. Each works once.'
              : 'Without your passkey, enter one of your recovery codes. Each works once.'
          }
          className="w-full"
        >
          <TextInput
            name="code"
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            className="max-w-80 font-mono"
          />
        </Field>
      </AuthForm>
      <SomebodyElse />
    </AuthFrame>
  );
}
