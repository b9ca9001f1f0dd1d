'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { useField } from './field.tsx';

export const controlClass = cn(
  'min-h-8 pointer-coarse:min-h-11 w-full min-w-0 rounded border border-rule bg-raised px-2 text-base text-ink placeholder:text-muted',
  'aria-invalid:border-danger aria-invalid:border-2 disabled:bg-sunken disabled:text-muted',
);

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input type="text" autoComplete="off" {...useField()} {...rest} className={cn(controlClass, className)} />
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };

/** The native select: needs no script, and works on phones and with every screen reader. */
export function Select({
  options,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & { options: readonly SelectOption[] }) {
  return (
    <select {...useField()} {...rest} className={cn(controlClass, 'pr-1', className)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type TickProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
};

function Tick({
  label,
  hint,
  error,
  className,
  tick,
  role,
  id: given,
  ...rest
}: TickProps & { tick: string }) {
  const made = useId();
  const id = given ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('flex items-start gap-2', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role={role}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={tick}
      />
      <div>
        <label htmlFor={id} className="text-base">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

export const Checkbox = (props: TickProps) => <Tick {...props} tick="mt-1 size-4 shrink-0 accent-accent" />;
