'use client';

import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { FieldContext, type FieldWiring } from './use-field.ts';

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence; when set, the control is marked invalid. */
  error?: string | null;
  required?: boolean;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Label above, control, hint, error below, connected by id. */
export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel,
  id: given,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const wiring: FieldWiring = {
    id,
    required,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {!required || hideLabel ? null : <span className="font-normal text-muted"> (required)</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
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
  );
}
