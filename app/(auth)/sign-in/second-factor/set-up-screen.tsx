import type { Route } from 'next';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/inputs';
import { AuthFrame, Problem } from '../../auth-frame.tsx';
import { EnteringForm, SomebodyElse } from '../../entering-form.tsx';
import { DrawnCode } from './drawn-code.tsx';

type Props = {
  secret: string;
  address: string;
  /** The role needs it: there is no way round. */
  required: boolean;
  /** The last password entry has aged. */
  askPassword: boolean;
  problem: string | null;
  next: Route;
};

export function SetUpScreen({ secret, address, required, askPassword, problem, next }: Props) {
  return (
    <AuthFrame title="Set up a second factor">
      <p className="mt-2 text-muted">
        {required
          ? 'Your role needs an authenticator app beside the password. It takes a minute, once.'
          : 'From then on, signing in takes your password and a code from an authenticator app.'}
      </p>
      {problem && <Problem>{problem}</Problem>}
      <EnteringForm
        step="second-factor"
        hidden={{ next }}
        submit="Turn it on"
        className="mt-6 flex flex-col items-start gap-6"
      >
        <div>
          <p className="font-medium">1. Scan this with the app</p>
          <div className="mt-2 flex flex-wrap items-start gap-4">
            <DrawnCode
              text={address}
              label="Code for your authenticator app; the same as the key in letters"
            />
            <div className="min-w-0 max-w-44">
              <p className="text-sm text-muted">Or type this key into the app:</p>
              <p className="mt-1 font-mono break-words select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
              <p className="mt-1 text-xs text-muted">Time-based, six digits, 30 seconds.</p>
            </div>
          </div>
        </div>
        <Field label="2. Enter the six digits the app now shows" className="w-full">
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            className="max-w-44 font-mono"
          />
        </Field>
        {askPassword && (
          <Field label="3. Enter your password, once more" className="w-full">
            <TextInput
              name="password"
              type="password"
              autoComplete="current-password"
              required
              className="max-w-80"
            />
          </Field>
        )}
      </EnteringForm>
      {required ? (
        <SomebodyElse />
      ) : (
        <p className="mt-6">
          <a href={next}>Not now</a>
        </p>
      )}
    </AuthFrame>
  );
}
