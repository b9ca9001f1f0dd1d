/** Error texts by the code in the address: codes of next-auth and our own. */
const sentences: Readonly<Record<string, string>> = {
  CredentialsSignin: 'The email or the password is not right. Check both and try again.',
  throttled:
    'Too many attempts. Wait a minute, then try again; the right password is refused until then too.',
  AccessDenied:
    'No account here is open to this sign-in. Use a new invitation from your administrator, or sign in with your password and link your organization under your account.',
  OAuthCallback: 'The sign-in at your organization was not finished. Try again.',
  OAuthSignin: 'Your organization’s sign-in cannot be reached at the moment. Try again shortly.',
};

export function refusalIn(error: string | undefined): { code: string; message: string } | null {
  if (error === undefined) return null;
  const known = Object.hasOwn(sentences, error) ? sentences[error] : undefined;
  return {
    code: known ? error : 'failed',
    message: known ?? 'Sign-in did not work just now. Try again shortly.',
  };
}
