'use client';

import { TextField } from '@/components/form/fields';

type Props = { value: string; onChange: (code: string) => void };

/** Beside the password entered once more, for people with a second factor: the server says when it is wanted. */
export const CodeField = ({ value, onChange }: Props) => (
  <TextField
    name="code"
    label="Code of your authenticator app"
    hint="Or one of your recovery codes."
    autoComplete="one-time-code"
    required
    className="max-w-sm"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
