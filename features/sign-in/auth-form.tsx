import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button-variant';

/** Target of the sign-in forms. It is a route handler, not a page. */
export const enteringAction = (step: string) => `/api/account/sign-in/${step}`;

type Props = {
  step: 'code' | 'second-factor' | 'kept' | 'invited' | 'provider' | 'out';
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** `quiet` for a secondary way to leave, beside the submit button. */
  variant?: 'primary' | 'secondary' | 'quiet';
  className?: string;
  children?: ReactNode;
};

/** Lets a user who passed only the password step use another account. */
export const SomebodyElse = () => (
  <AuthForm step="out" hidden={{}} submit="Use another account" variant="quiet" className="mt-6 -ml-2" />
);

/** A form that every browser can send without script. */
export function AuthForm({ step, hidden, submit, variant = 'primary', className, children }: Props) {
  return (
    <form method="post" action={enteringAction(step)} className={className}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={buttonClass(variant, variant === 'quiet' ? 'sm' : 'md')}>
        {submit}
      </button>
    </form>
  );
}
