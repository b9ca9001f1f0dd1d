import type { Route } from 'next';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { type DemoUser, DemoUsers } from './demo-users.tsx';
import { SignInForm } from './sign-in-form.tsx';

export type SignInScreenProps = {
  next: Route;
  expired: boolean;
  refused: { code: string; message: string } | null;
  /** An OpenID provider is configured. */
  provider: boolean;
  /** Demo accounts; empty when the registry is not the demo registry. */
  people: readonly DemoUser[];
};

export function SignInView({ next, expired, refused: rejected, provider, people }: SignInScreenProps) {
  return (
    <AuthFrame
      title="Sign in"
      foot={
        people.length > 0
          ? 'Demo registry. Every issuer, person and figure is fictional.'
          : 'Accounts are created by your administrator. Sign-ins are recorded.'
      }
    >
      {expired && (
        <p role="status" className="mt-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          Your session has ended. Sign in again to continue where you left off.
        </p>
      )}
      <SignInForm next={next} refused={rejected} />
      {provider && (
        <div className="mt-6 border-t border-line pt-6">
          <AuthForm
            step="provider"
            // The provider then requests the password even in an open session there.
            hidden={rejected?.code === 'SignInTooOld' ? { next, again: '1' } : { next }}
            submit="Sign in through your organization"
            variant="secondary"
          />
          <p className="mt-2 text-sm text-muted">
            For users invited with their organization’s email address.
          </p>
        </div>
      )}
      {people.length > 0 && <DemoUsers people={people} next={next} />}
    </AuthFrame>
  );
}
