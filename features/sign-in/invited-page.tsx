import type { Metadata } from 'next';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { env } from '#lib/env';
import { only, routes, type SearchParams } from '#lib/routes';
import { readInvitation } from '#lib/session/accounts/invitations';
import { passwordErrors, passwordLengthMin } from '#lib/session/accounts/password-rules';
import { store } from '#lib/session/store';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ErrorText } from './error-text.tsx';

export const metadata: Metadata = { title: 'Choose a password' };

const errors: Readonly<Record<string, string>> = {
  differ: 'The passwords do not match.',
  ...passwordErrors,
};

type Props = { params: Promise<{ token: string }>; searchParams: Promise<SearchParams> };

/** One-time link of an invitation. A GET does not use it up, because mail programs open links as well. */
export async function InvitedPage({ params, searchParams }: Props) {
  const { token } = await params;
  const invited = await readInvitation(store(), token, env().registry.demo);
  if (!invited)
    return (
      <AuthFrame title="This link has expired">
        <p className="mt-2 text-muted">
          It was already used, replaced by a newer link, or is too old. Ask your administrator for a new link.
        </p>
        <p className="mt-6">
          <a href={routes.signIn()}>Go to sign-in</a>
        </p>
      </AuthFrame>
    );
  const error = errors[only((await searchParams).problem) ?? ''];
  return (
    <AuthFrame title={`Welcome, ${invited.name}`}>
      <p className="mt-2 text-muted">Choose the password you will sign in with.</p>
      {error && <ErrorText>{error}</ErrorText>}
      <AuthForm
        step="invited"
        hidden={{ token }}
        submit="Set password and sign in"
        className="mt-6 flex flex-col items-start gap-4"
      >
        <Field label="Email" className="w-full">
          <TextInput name="email" type="email" value={invited.email} readOnly autoComplete="username" />
        </Field>
        <Field
          label="Password"
          hint={`At least ${passwordLengthMin} characters. Several words are stronger than a short complex password.`}
          className="w-full"
        >
          <TextInput name="password" type="password" autoComplete="new-password" required />
        </Field>
        <Field label="Confirm password" className="mb-2 w-full">
          <TextInput name="again" type="password" autoComplete="new-password" required />
        </Field>
      </AuthForm>
    </AuthFrame>
  );
}
