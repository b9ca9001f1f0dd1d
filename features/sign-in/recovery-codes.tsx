import type { Route } from 'next';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Shown until the user confirms that the codes are saved; they cannot be shown again. */
export function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: Route }) {
  return (
    <AuthFrame title="Save your recovery codes">
      <p className="mt-2 text-muted">
        Each code works once, in place of your passkey or authenticator app. Print the codes or save them in a
        password manager. They are not shown again.
      </p>
      <ol className="mt-6 list-inside list-decimal columns-1 border-y border-line py-2 marker:text-muted">
        {codes.map((code) => (
          <li key={code} className="py-0.5">
            <code className="font-mono text-sm select-all">{code}</code>
          </li>
        ))}
      </ol>
      <AuthForm step="kept" hidden={{ next }} submit="I saved these codes" className="mt-6 print:hidden" />
    </AuthFrame>
  );
}
