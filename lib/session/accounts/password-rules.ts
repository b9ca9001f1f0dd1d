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

/**
 * Why a password may not be set, as text, or null. Checks length, common passwords and the user's own names.
 * There are no composition rules: they only make users write passwords down (NIST 800-63B §3.1.1.2).
 */
export async function passwordFault(password: string, { email, name }: About): Promise<string | null> {
  if ([...password].length < passwordLengthMin || password.length > passwordLengthMax)
    return `The password must have ${passwordLengthMin} to 1,024 characters.`;
  const folded = password.toLowerCase();
  if (new Set(folded).size < 3) return 'The password repeats the same character. Choose another one.';
  if ((await commonPasswords()).has(folded)) return 'This password is too common. Choose another one.';
  const own = [email, email.split('@')[0], name, name.replaceAll(' ', ''), 'sharebook'];
  if (own.some((word) => word?.toLowerCase() === folded))
    return 'The password is your name or address. Choose another one.';
  return null;
}
