/** Error texts by the code in the address: codes of next-auth and our own. */
const sentences: Readonly<Record<string, string>> = {
  CredentialsSignin: 'Incorrect email or password. Check both and try again.',
  throttled:
    'Too many attempts. Wait a minute, then try again. Until then, the correct password is refused too.',
  AccessDenied:
    'No account is linked to this sign-in. Use a new invitation from your administrator, or sign in with your password and link your organization under your account.',
  OAuthCallback: 'The sign-in at your organization was not completed. Try again.',
  OAuthSignin: 'Your organization’s sign-in is unavailable. Try again shortly.',
};

export function refusalIn(error: string | undefined): { code: string; message: string } | null {
  if (error === undefined) return null;
  const known = Object.hasOwn(sentences, error) ? sentences[error] : undefined;
  return {
    code: known ? error : 'failed',
    message: known ?? 'Sign-in failed. Try again shortly.',
  };
}
