import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-variant.ts';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icons.tsx';
import { Link } from './link.tsx';
import { PressButton } from './press-button.tsx';

export { buttonClass };

type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize; icon?: IconName };

/** `pending` keeps the button focusable and announces the state, so that the focus is not lost. */
export function Button({
  variant,
  size,
  icon,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle & { pending?: boolean }) {
  return (
    <PressButton
      {...rest}
      type={pending && type === 'submit' ? 'button' : type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={cn(buttonClass(variant, size), className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </PressButton>
  );
}

export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return (
    <Link {...rest} className={cn(buttonClass(variant, size), className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button with only an icon; `label` is its name and tooltip. */
export function IconButton({
  label,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; icon: IconName; children?: ReactNode }) {
  return (
    <PressButton
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cn(
        'inline-flex size-8 pointer-coarse:size-11 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      <Icon name={icon} />
      {children}
    </PressButton>
  );
}
