'use client';

import { TextField } from '../form/fields.tsx';
import { codeLabel, useAuthMethods } from './auth-methods.tsx';
import { PasskeyFirst } from './passkey-first.tsx';
import { ProviderReauth } from './provider-reauth.tsx';

type Props = {
  /** Why authentication is needed here. */
  hint?: string;
  password: string;
  onPassword: (password: string) => void;
  /** The user has a second factor; the server decides when its code is needed. */
  needsCode: boolean;
  code: string;
  onCode: (code: string) => void;
  /** Classes of the password field; the code field has its own width. */
  className?: string;
  /** Values the page would lose when the user goes to the provider and returns. */
  typed?: () => Readonly<Record<string, unknown>>;
};

/** Password and code, for actions that need recent authentication. */
export function StepUpFields({
  hint,
  password,
  onPassword,
  needsCode,
  code,
  onCode,
  className,
  typed,
}: Props) {
  const ways = useAuthMethods();
  if (!ways.password && !ways.code) return <ProviderReauth typed={typed} />;
  return (
    <PasskeyFirst>
      {ways.password && (
        <TextField
          name="password"
          label="Re-enter your password"
          hint={hint}
          type="password"
          autoComplete="current-password"
          required
          className={className}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
      {(needsCode || !ways.password) && (
        <TextField
          name="code"
          label={codeLabel(ways)}
          hint={ways.app === false ? undefined : 'Or one of your recovery codes.'}
          autoComplete="one-time-code"
          required
          className="max-w-sm"
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
      )}
    </PasskeyFirst>
  );
}
