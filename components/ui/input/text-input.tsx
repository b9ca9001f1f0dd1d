'use client';

import { cn } from '../cn.ts';
import { controlClass } from './control-class.ts';
import { type FieldProps, useEarlyChange } from './early-input.ts';
import { useField } from './use-field.ts';

export type InputProps = FieldProps<'input', HTMLInputElement>;

/** One line of text. */
export function TextInput({ className, ref, ...rest }: InputProps) {
  const field = useEarlyChange(rest.value !== undefined, rest.onChange, ref);
  return (
    <input
      type="text"
      autoComplete="off"
      {...useField()}
      {...rest}
      ref={field}
      className={cn(controlClass, className)}
    />
  );
}
