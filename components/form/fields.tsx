// Form fields with label, hint and error, connected to their form by name.

'use client';

import type { ReactNode } from 'react';
import { DateInput, type DateInputProps } from '../ui/input/date-input.tsx';
import { useEarlyChange } from '../ui/input/early-input.ts';
import { Field } from '../ui/input/field.tsx';
import { Checkbox, Select, type SelectProps } from '../ui/input/inputs.tsx';
import { type InputProps, TextInput } from '../ui/input/text-input.tsx';
import { useFormField } from './form.tsx';

type Named = { name: string; label: ReactNode; hint?: ReactNode; required?: boolean; className?: string };

type Bound<Control> = Named & Omit<Control, keyof Named | 'id'>;

/** Label, hint and error around any control, connected to the form by `name`. */
export function BoundField({
  name,
  label,
  hint,
  required,
  className,
  children,
}: Named & { children: ReactNode }) {
  const { id, error } = useFormField(name);
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error} className={className}>
      {children}
    </Field>
  );
}

/** Text input connected to the form's errors by `name`; controlled or uncontrolled. */
export function TextField({ name, label, hint, required, className, ...rest }: Bound<InputProps>) {
  return (
    <BoundField {...{ name, label, hint, required, className }}>
      <TextInput {...rest} name={name} />
    </BoundField>
  );
}

/** A whole number typed as text: quantities may exceed the exact range of a number input. */
export function WholeNumberField(props: Bound<InputProps>) {
  return <TextField inputMode="numeric" pattern="[0-9,]*" {...props} />;
}

export function SelectField(props: Bound<SelectProps>) {
  const { name, label, hint, required, className, ...rest } = props;
  return (
    <BoundField {...{ name, label, hint, required, className }}>
      <Select {...rest} name={name} />
    </BoundField>
  );
}

export function DateField({ name, label, hint, required, className, ...rest }: Bound<DateInputProps>) {
  return (
    <BoundField {...{ name, label, hint, required, className }}>
      <DateInput {...rest} name={name} inForm />
    </BoundField>
  );
}

type TickFieldProps = Named & Omit<InputProps, keyof Named | 'id' | 'type'>;

export function CheckboxField({ name, ...rest }: TickFieldProps) {
  const { id, error } = useFormField(name);
  return <Checkbox {...rest} id={id} name={name} error={error} />;
}

export type Choice = { value: string; label: ReactNode; hint?: ReactNode };

type RadioFieldProps = Named & {
  options: readonly Choice[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** Radio group: one of a few options, all visible. */
export function RadioField(props: RadioFieldProps) {
  const { name, label, hint, required, className, options, value, defaultValue, onChange } = props;
  const { id, error } = useFormField(name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className={className} aria-describedby={described || undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {options.map((option, index) => (
          <Radio
            key={option.value}
            option={option}
            id={index === 0 ? id : undefined}
            name={name}
            required={required}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            onChange={onChange && (() => onChange(option.value))}
          />
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Radio({ option, ...rest }: Omit<InputProps, 'type' | 'ref' | 'value'> & { option: Choice }) {
  const field = useEarlyChange<HTMLInputElement>(rest.checked !== undefined, rest.onChange, undefined);
  return (
    <label className="flex items-start gap-2">
      <input
        autoComplete="off"
        {...rest}
        ref={field}
        type="radio"
        value={option.value}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        {option.label}
        {option.hint && <span className="block text-xs text-muted">{option.hint}</span>}
      </span>
    </label>
  );
}
