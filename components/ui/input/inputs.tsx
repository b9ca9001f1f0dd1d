// Text area, select and checkbox.

'use client';

import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { controlClass } from './control-class.ts';
import { type FieldProps, useEarlyChange } from './early-input.ts';
import type { InputProps } from './text-input.tsx';
import { useField } from './use-field.ts';

type LinesProps = FieldProps<'textarea', HTMLTextAreaElement>;

/** Several lines of text. */
export function TextArea({ className, ref, ...rest }: LinesProps) {
  const field = useEarlyChange(rest.value !== undefined, rest.onChange, ref);
  return (
    <textarea
      autoComplete="off"
      {...useField()}
      {...rest}
      ref={field}
      className={cn(controlClass, 'py-1', className)}
    />
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = Omit<FieldProps<'select', HTMLSelectElement>, 'children'> & {
  options: readonly SelectOption[];
};

/** The native select: needs no script, and works on phones and with every screen reader. */
export function Select({ options, className, ref, ...rest }: SelectProps) {
  const field = useEarlyChange(rest.value !== undefined, rest.onChange, ref);
  return (
    <select
      autoComplete="off"
      {...useField()}
      {...rest}
      ref={field}
      className={cn(controlClass, 'pr-1', className)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type TickProps = Omit<InputProps, 'type'> & {
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
  ref,
  ...rest
}: TickProps & { tick: string }) {
  const made = useId();
  const id = given ?? made;
  const field = useEarlyChange(rest.checked !== undefined, rest.onChange, ref);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('flex items-start gap-2', className)}>
      <input
        autoComplete="off"
        {...rest}
        ref={field}
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
