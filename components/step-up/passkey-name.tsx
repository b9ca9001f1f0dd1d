import { TextField } from '../form/fields.tsx';

/** The user's name for a new passkey. */
export const PasskeyName = ({ autoFocus }: { autoFocus?: boolean }) => (
  <TextField
    name="name"
    label="Name"
    hint="Shown in your list of passkeys, such as “Office laptop” or “Blue key”."
    maxLength={60}
    autoComplete="off"
    autoFocus={autoFocus}
    className="max-w-80"
  />
);
