'use client';

import type { ComponentProps } from 'react';
import { TextArea } from '../ui/input/inputs.tsx';
import { BoundField } from './fields.tsx';

type Props = Omit<ComponentProps<typeof TextArea>, 'id'> & { name: string; label: string; hint?: string };

/** Several lines of text, connected to the form by `name`. */
export function MessageField({ name, label, hint, required, ...rest }: Props) {
  return (
    <BoundField {...{ name, label, hint, required }}>
      <TextArea rows={3} maxLength={2000} name={name} {...rest} />
    </BoundField>
  );
}
