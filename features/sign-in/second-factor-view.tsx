import type { Route } from 'next';
import { Field } from '#components/ui/field';
import { TextInput } from '#components/ui/inputs';
import { routes } from '#lib/routes';
import { AuthForm, SomebodyElse } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { Problem } from './problem.tsx';
import { QrCode } from './qr-code.tsx';

type Props = {
  secret: string;
  address: string;
  /** The role requires a second factor: the set-up cannot be skipped. */
  required: boolean;
  /** Whether a passkey can be chosen. `impossible`: not at this address. `none`: the user already has one. */
  passkeys: 'offered' | 'impossible' | 'none';
  /** The last password entry is too old. */
  askPassword: boolean;
  /** How the user has to re-authenticate first; null: not needed. */
  before: 'provider' | 'passkey' | null;
  problem: string | null;
  next: Route;
};

export function SetUpScreen(props: Props) {
  const { required, passkeys, before, problem, next } = props;
  const kinds = passkeys === 'offered' ? 'a passkey or an authenticator app' : 'an authenticator app';
  return (
    <AuthFrame title="Set up a second factor">
      <p className="mt-2 text-muted">
        {required
          ? `Your role needs ${kinds} beside the password. It takes a minute, once.`
          : `From then on, signing in takes your password and ${kinds}.`}
      </p>
      {problem && <Problem>{problem}</Problem>}
      {before === null ? <Ways {...props} /> : <ConfirmFirst by={before} next={next} />}
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

/** A second factor can be set up only shortly after the user has authenticated. */
function ConfirmFirst({ by, next }: { by: 'provider' | 'passkey'; next: Route }) {
  if (by === 'passkey')
    return (
      <>
        <p className="mt-6">
          Your last proof is more than 10 minutes old. Use your passkey first, or sign out and in again.
        </p>
        <PasskeyButton use="confirm" then={routes.enrol({ next, add: 'app' })} />
      </>
    );
  return (
    <AuthForm
      step="provider"
      hidden={{ again: '1', next: routes.enrol({ next }) }}
      submit="Sign in again at your organization"
      className="mt-6 flex flex-col items-start gap-4"
    >
      <p>This needs a recent sign-in at your organization. You are led back here.</p>
    </AuthForm>
  );
}

function Ways({ passkeys, secret, address, askPassword, next }: Props) {
  const form = <AppForm {...{ secret, address, askPassword, next }} />;
  if (passkeys === 'none') return form;
  return (
    <>
      <section className="mt-6">
        <h2 className="font-serif text-lg">Passkey</h2>
        {passkeys === 'offered' ? (
          <>
            <p className="mt-1 text-muted">
              Your device or a security key confirms that it is you, by fingerprint, face or PIN.
            </p>
            <noscript>
              <p className="mt-2">Passkeys need script. Use an authenticator app instead.</p>
            </noscript>
            <PasskeySetUp askPassword={askPassword} then={routes.enrol({ next })} />
          </>
        ) : (
          <p className="mt-1 text-muted">Passkeys need an https address with a name.</p>
        )}
      </section>
      <section className="mt-8 border-t border-line pt-6">
        <h2 className="font-serif text-lg">Authenticator app</h2>
        {form}
      </section>
    </>
  );
}

type AppFormProps = Pick<Props, 'secret' | 'address' | 'askPassword' | 'next'>;

function AppForm({ secret, address, askPassword, next }: AppFormProps) {
  return (
    <AuthForm
      step="second-factor"
      hidden={{ next }}
      submit="Turn it on"
      className="mt-4 flex flex-col items-start gap-6"
    >
      <div>
        <p className="font-medium">1. Scan this with the app</p>
        <div className="mt-2 flex flex-wrap items-start gap-4">
          <QrCode text={address} label="Code for your authenticator app; the same as the key in letters" />
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
    </AuthForm>
  );
}
