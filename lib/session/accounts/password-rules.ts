// Checks a new password against length, name and common passwords.

/** Shortest and longest password that may be set; longer ones are rejected, never cut (ASVS 6.2.1, 6.2.9). */
export const passwordLengthMin = 8;
export const passwordLengthMax = 1024;

/** Values that a password must not repeat (ASVS 6.2.11). */
type About = { email: string; name: string };

let common: Promise<ReadonlySet<string>> | undefined;

/** A list of common passwords; loaded when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('./common-passwords.json', { with: { type: 'json' } }).then(
    ({ default: list }) => new Set(list.passwords.split(' ')),
  );
  return common;
}

/** Why a password may not be set, with the text for the user. */
export const passwordErrors = {
  length: `The password must have ${passwordLengthMin} to 1,024 characters.`,
  repeated: 'The password repeats the same character. Choose another one.',
  common: 'This password is too common. Choose another one.',
  own: 'The password is your name or address. Choose another one.',
} as const;
export type PasswordError = keyof typeof passwordErrors;

/**
 * Checks length, common passwords and the user's own names; null when the password may be set. There are no
 * composition rules: they only make users write passwords down (NIST 800-63B §3.1.1.2).
 */
export async function passwordError(password: string, { email, name }: About): Promise<PasswordError | null> {
  if ([...password].length < passwordLengthMin || password.length > passwordLengthMax) return 'length';
  const folded = password.toLowerCase();
  if (new Set(folded).size < 3) return 'repeated';
  if ((await commonPasswords()).has(folded)) return 'common';
  const own = [email, email.split('@')[0], name, name.replaceAll(' ', ''), 'sharebook'];
  return own.some((word) => word?.toLowerCase() === folded) ? 'own' : null;
}
