'use client';

import { Icon } from '../icons.tsx';
import { type InputProps, TextInput } from './text-input.tsx';

/** A text field that narrows a list, with its icon. */
export const SearchInput = (props: InputProps) => (
  <div className="relative">
    <Icon name="search" className="pointer-events-none absolute inset-y-0 left-2 my-auto size-4 text-muted" />
    <TextInput {...props} type="search" className="pl-8" />
  </div>
);
