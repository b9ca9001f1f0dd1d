import type { Route } from 'next';
import { encode } from 'uqr';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { routes } from '#lib/routes';
import { AuthForm, SomebodyElse } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ErrorText } from './error-text.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';

type Props = {
  secret: string;
  address: string;
  /** The role requires a second factor: the set-up cannot be skipped. */
  required: boolean;
  /** Whether a passkey can be chosen. `impossible`: not at this address. `none`: the user already has one. */
  passkeys: 'offered' | 'impossible' | 'none';
  /** The last password entry is too old. */
  needsPassword: boolean;
  /** How the user has to re-authenticate first; null: not needed. */
  before: 'provider' | 'passkey' | null;
  problem: string | null;
  next: Route;
};

export function SetUpView(props: Props) {
  const { required, passkeys, before, problem: error, next } = props;
  const kinds = passkeys === 'offered' ? 'a passkey or an authenticator app' : 'an authenticator app';
  return (
    <AuthFrame title="Set up two-factor authentication">
      <p className="mt-2 text-muted">
        {required
          ? `Your role requires ${kinds} in addition to your password. You set it up once.`
          : `After setup, you sign in with your password and ${kinds}.`}
      </p>
      {error && <ErrorText>{error}</ErrorText>}
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
          Your last authentication is more than 10 minutes old. Use your passkey, or sign out and sign in
          again.
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
      <p>This requires a recent sign-in at your organization. You return to this page afterwards.</p>
    </AuthForm>
  );
}

function Ways({ passkeys, secret, address, needsPassword, next }: Props) {
  const form = <AppForm {...{ secret, address, needsPassword, next }} />;
  if (passkeys === 'none') return form;
  return (
    <>
      <section className="mt-6">
        <h2 className="font-title text-lg">Passkey</h2>
        {passkeys === 'offered' ? (
          <>
            <p className="mt-1 text-muted">
              Your device or a security key confirms your identity by fingerprint, face or PIN.
            </p>
            <noscript>
              <p className="mt-2">Passkeys require JavaScript. Use an authenticator app instead.</p>
            </noscript>
            <PasskeySetUp needsPassword={needsPassword} then={routes.enrol({ next })} />
          </>
        ) : (
          <p className="mt-1 text-muted">Passkeys require an HTTPS address with a host name.</p>
        )}
      </section>
      <section className="mt-8 border-t border-line pt-6">
        <h2 className="font-title text-lg">Authenticator app</h2>
        {form}
      </section>
    </>
  );
}

type AppFormProps = Pick<Props, 'secret' | 'address' | 'needsPassword' | 'next'>;

function AppForm({ secret, address, needsPassword, next }: AppFormProps) {
  return (
    <AuthForm
      step="second-factor"
      hidden={{ next }}
      submit="Turn on authenticator app"
      className="mt-4 flex flex-col items-start gap-6"
    >
      <div>
        <p className="font-medium">1. Scan this QR code with the app</p>
        <div className="mt-2 flex flex-wrap items-start gap-4">
          <QrCode
            text={address}
            label="QR code for your authenticator app. It holds the key shown as text."
          />
          <div className="min-w-0 max-w-44">
            <p className="text-sm text-muted">Or enter this key in the app:</p>
            <p className="mt-1 font-mono break-words select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
            <p className="mt-1 text-xs text-muted">Time-based, six digits, 30 seconds.</p>
          </div>
        </div>
      </div>
      <Field label="2. Enter the six-digit code from the app" className="w-full">
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          className="max-w-44 font-mono"
        />
      </Field>
      {needsPassword && (
        <Field label="3. Re-enter your password" className="w-full">
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

/** Modules of white around the code, without which cameras do not find it (ISO/IEC 18004). */
const quiet = 4;

/** QR code as one path, black on white in every theme, because cameras need that contrast. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 border border-line"
    >
      <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
