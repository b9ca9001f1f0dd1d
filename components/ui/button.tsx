import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const looks: Record<ButtonLook, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  secondary: 'border-rule/60 bg-raised text-ink hover:border-rule hover:bg-sunken',
  quiet: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-danger bg-raised text-danger hover:bg-danger-soft',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-7 px-2 text-sm gap-1.5',
  md: 'min-h-8 px-3 text-base gap-2',
  lg: 'min-h-11 px-5 text-lg gap-2',
};

/** The look of a button for elements that are none (links, summaries). */
export const buttonLook = (look: ButtonLook = 'secondary', size: ButtonSize = 'md') =>
  classes(
    'inline-flex items-center justify-center rounded border font-medium whitespace-nowrap no-underline select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress aria-disabled:opacity-70',
    looks[look],
    sizes[size],
  );

type Dress = { look?: ButtonLook; size?: ButtonSize; icon?: IconName };

/** `pending` keeps the button focusable and says so, instead of letting focus fall to the page. */
export function Button({
  look,
  size,
  icon,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Dress & { pending?: boolean }) {
  return (
    <button
      {...rest}
      type={pending && type === 'submit' ? 'button' : type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={classes(buttonLook(look, size), className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function LinkButton({
  look,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Dress) {
  return (
    <Link {...rest} className={classes(buttonLook(look, size), className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button that shows only a drawing; `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; icon: IconName; children?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-8 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}
