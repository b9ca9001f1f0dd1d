import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { only, routes, type SearchParams, safeNext } from '#lib/routes';
import { currentStanding } from '#lib/session/current';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/inputs';
import { AuthFrame, Problem } from '../../auth-frame.tsx';
import { EnteringForm, SomebodyElse } from '../../entering-form.tsx';

export const metadata: Metadata = { title: 'Enter your code' };

const problems: Readonly<Record<string, string>> = {
  wrong: 'That code is not right, or was used already. Wait for the next one and try again.',
  throttled: 'Too many attempts. Wait a minute, then try again; the right code is refused until then too.',
};

/** The second step of signing in: a code of the app, or one of the recovery codes. */
export default async function CodePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const next = safeNext(search.next);
  const standing = await currentStanding();
  if (standing?.stage !== 'code') redirect(standing ? next : routes.signIn(next));
  const problem = problems[only(search.problem) ?? ''];
  return (
    <AuthFrame title="Enter your code">
      <p className="mt-2 text-muted">
        Signed in as {standing.person.email}. One step is left: the six digits your authenticator app shows
        for Sharebook.
      </p>
      {problem && <Problem>{problem}</Problem>}
      <EnteringForm
        step="code"
        hidden={{ next }}
        submit="Go on"
        className="mt-6 flex flex-col items-start gap-6"
      >
        <Field
          label="Code"
          hint="Without your phone, enter one of your recovery codes instead. Each works once."
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
      </EnteringForm>
      <SomebodyElse />
    </AuthFrame>
  );
}
