import { routes } from '#lib/routes';

let leaving = false;

/**
 * After the session has ended, redirects to sign-in, which returns to the current page; not during sign-out.
 */
export function redirectToSignIn(): void {
  if (leaving) return;
  const { pathname, search } = window.location;
  window.location.assign(routes.signIn(pathname + search, 'expired'));
}

/**
 * Signs out and leaves by a full page load, so that no user data stays in memory. From then on, reads that find
 * the session ended do not redirect.
 */
export async function signOutAndReload(): Promise<void> {
  leaving = true;
  // A page restored from the back/forward cache would show data of the ended session.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  await import('#lib/api/session').then(({ signOut }) => signOut()).catch(() => undefined);
  window.location.assign(routes.signIn());
}
