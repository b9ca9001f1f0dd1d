'use client';

import { TextField } from '@/components/form/fields';
import { PasskeyFirst } from './passkey-first.tsx';
import { ProviderProof } from './proof.tsx';
import { codeLabel, useProofWays } from './proof-ways.tsx';

type Props = {
  /** Why it is asked for here. */
  hint?: string;
  password: string;
  onPassword: (password: string) => void;
  /** The person has a second factor: the server says when it is wanted. */
  asksCode: boolean;
  code: string;
  onCode: (code: string) => void;
  /** Of the password field; the code has its own width. */
  className?: string;
  /** What the page would lose if its person went to their provider and came back. */
  typed?: () => Readonly<Record<string, unknown>>;
};

/** The password once more, and the code beside it, before what an old sign-in does not open (ruling 8). */
export function StepUpFields({
  hint,
  password,
  onPassword,
  asksCode,
  code,
  onCode,
  className,
  typed,
}: Props) {
  const ways = useProofWays();
  if (!ways.password && !ways.code) return <ProviderProof typed={typed} />;
  return (
    <PasskeyFirst>
      {ways.password && (
        <TextField
          name="password"
          label="Your password, once more"
          hint={hint}
          type="password"
          autoComplete="current-password"
          required
          className={className}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
      {(asksCode || !ways.password) && (
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
