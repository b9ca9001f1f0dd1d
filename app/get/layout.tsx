import type { ReactNode } from 'react';
import { Link } from '#components/ui/link';
import { AuthForm } from '#features/sign-in/auth-form';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';

/** Layout without script: product name, signed-in user, and links to leave. */
export default async function GetLayout({ children }: { children: ReactNode }) {
  // Each page redirects to sign-in itself, because it knows where to return to.
  const user = await currentUser();
  const { demo, environment } = env().registry;
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col px-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule py-3">
        <p>
          <Link href={routes.home()} className="font-title text-xl no-underline">
            Sharebook
          </Link>
          <span className="ml-2 text-sm text-muted">{environment}</span>
        </p>
        <nav aria-label="Files" className="flex gap-x-4">
          <Link href={routes.downloads()}>Downloads</Link>
          <Link href={routes.reports()}>All reports</Link>
          <Link href={routes.account()}>Your account</Link>
        </nav>
      </header>
      <main id="main" className="flex-1 py-6">
        {children}
      </main>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 text-sm text-muted">
        <p>
          {user && `Signed in as ${user.name}, ${user.email}.`}
          {demo && ' Demo registry. Every issuer, person and figure is fictional.'}
        </p>
        {user && <AuthForm step="out" hidden={{}} submit="Sign out" variant="quiet" />}
      </footer>
    </div>
  );
}
