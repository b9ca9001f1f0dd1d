import type { ReactNode } from 'react';
import { buttonLook } from '@/components/ui/button-look';

/** Where the forms of these pages go; no page stands there. */
export const enteringAction = (step: string) => `/api/account/sign-in/${step}`;

type Props = {
  step: 'code' | 'second-factor' | 'kept' | 'invited' | 'provider' | 'out';
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** `quiet` for the way out, beside the way on. */
  look?: 'primary' | 'secondary' | 'quiet';
  className?: string;
  children?: ReactNode;
};

/** The way out for whoever is half signed in and is not the one who should be. */
export const SomebodyElse = () => (
  <EnteringForm
    step="out"
    hidden={{}}
    submit="Sign in as somebody else"
    look="quiet"
    className="mt-6 -ml-2"
  />
);

/** A form that any browser sends without script. */
export function EnteringForm({ step, hidden, submit, look = 'primary', className, children }: Props) {
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
