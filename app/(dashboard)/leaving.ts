import { routes } from '#lib/routes';

let leaving = false;

/** An ended session leads to sign-in, and from there back to where the person was; not when they are signing out. */
export function toSignIn(): void {
  if (leaving) return;
  const { pathname, search } = window.location;
  window.location.assign(routes.signIn(pathname + search, 'expired'));
}

/**
 * Signs out and leaves by a whole-page load, so that nothing drawn for the person stays in memory. From here on a read
 * that finds the session ended says nothing new.
 */
export async function leave(): Promise<void> {
  leaving = true;
  // Brought back whole from the browser's memory, the page would stand there as if nothing had ended.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  await import('#lib/api/session').then(({ signOut }) => signOut()).catch(() => undefined);
  window.location.assign(routes.signIn());
}
