'use client';

import type { ComponentProps } from 'react';
import { useField } from '../ui/input/field.tsx';
import { controlClass } from '../ui/input/inputs.tsx';
import { BoundField } from './fields.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & { name: string; label: string; hint?: string };

/** Several lines of text, connected to the form by `name`. */
export function MessageField({ name, label, hint, required, ...rest }: Props) {
  return (
    <BoundField {...{ name, label, hint, required }}>
      <TextArea name={name} {...rest} />
    </BoundField>
  );
}

const TextArea = (props: ComponentProps<'textarea'>) => (
  <textarea rows={3} maxLength={2000} {...useField()} {...props} className={`${controlClass} py-1`} />
);
