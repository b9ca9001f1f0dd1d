import type { ReactNode } from 'react';
import { buttonLook } from '#components/ui/button-look';

/** Target of the sign-in forms. It is a route handler, not a page. */
export const enteringAction = (step: string) => `/api/account/sign-in/${step}`;

type Props = {
  step: 'code' | 'second-factor' | 'kept' | 'invited' | 'provider' | 'out';
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** `quiet` for a secondary way to leave, beside the submit button. */
  look?: 'primary' | 'secondary' | 'quiet';
  className?: string;
  children?: ReactNode;
};

/** Lets a user who passed only the password step use another account. */
export const SomebodyElse = () => (
  <AuthForm step="out" hidden={{}} submit="Use another account" look="quiet" className="mt-6 -ml-2" />
);

/** A form that every browser can send without script. */
export function AuthForm({ step, hidden, submit, look = 'primary', className, children }: Props) {
  return (
    <form method="post" action={enteringAction(step)} className={className}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={buttonLook(look, look === 'quiet' ? 'sm' : 'md')}>
        {submit}
      </button>
    </form>
  );
}
