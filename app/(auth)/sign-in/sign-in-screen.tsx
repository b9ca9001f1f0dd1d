import type { Route } from 'next';
import { Badge } from '@/components/ui/badge';
import { Engraving } from './engraving.tsx';
import { type DemoPerson, SignInForm } from './sign-in-form.tsx';

export type SignInScreenProps = {
  next: Route;
  expired: boolean;
  environment: string;
  /** Demo people, or none when the registry is somebody's own. */
  people: readonly DemoPerson[];
};

export function SignInScreen({ next, expired, environment, people }: SignInScreenProps) {
  return (
    <main className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(28rem,34rem)]">
      <div className="relative overflow-hidden bg-sunken max-lg:hidden">
        <Engraving />
        <div className="relative flex h-full flex-col justify-between p-10">
          <p className="font-serif text-2xl">Sharebook</p>
          <div className="max-w-md">
            <p className="font-serif text-[2rem] leading-tight text-balance">Who owns what, as of when.</p>
            <p className="mt-3 text-lg text-muted">
              The register of shareholders, its balances and its reports, exact to the share on any day.
            </p>
          </div>
        </div>
      </div>
      <div className="flex flex-col border-line bg-raised px-5 py-8 sm:px-12 lg:border-l">
        <div className="flex items-center justify-between gap-4">
          <p className="font-serif text-xl lg:invisible">Sharebook</p>
          <Badge tone={people.length > 0 ? 'sandbox' : 'accent'}>{environment}</Badge>
        </div>
        <div className="my-auto w-full max-w-md py-8">
          <h1 className="font-serif text-2xl">Sign in</h1>
          {expired && (
            <p role="status" className="mt-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
              Your session has ended. Sign in again to go on where you were.
            </p>
          )}
          <noscript>
            <p className="mt-3 text-danger">Signing in needs JavaScript. Please allow it for this site.</p>
          </noscript>
          <SignInForm next={next} people={people} />
        </div>
        <p className="text-xs text-muted">
          {people.length > 0
            ? 'Demo registry: every issuer, person and figure here is fictional.'
            : 'Accounts are made by your administrator. Sign-ins are recorded.'}
        </p>
      </div>
    </main>
  );
}
