'use client';

import { type ClipboardEvent, type ComponentProps, useEffect, useRef, useState } from 'react';
import { parseDate } from '#lib/format/dates';
import { cn } from './cn.ts';
import { useField } from './field.tsx';
import { controlLook } from './inputs.tsx';

export type DateInputProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'
> & {
  /** 'yyyy-mm-dd' or ''. */
  value: string;
  /** Called with a valid day within the bounds, or with '' when the field is cleared. */
  onChange: (date: string) => void;
  min?: string;
  max?: string;
};

/** Value of typed or pasted text: a day within the bounds, '' for empty text, null for anything else. */
export function readDate(text: string, min: string, max: string): string | null {
  if (text.trim() === '') return '';
  const date = parseDate(text);
  return date && date >= min && date <= max ? date : null;
}

/**
 * The native date field: typed by segment or picked, in the user's own order of day and month. Incomplete years
 * (0002, 0020) are not reported. Pasting works in every format of `parseDate`, and a browser without date fields
 * shows a text field that reads the same formats.
 */
export function DateInput(props: DateInputProps) {
  const { value, onChange, min = '1900-01-01', max = '2199-12-31', className, onBlur, ...rest } = props;
  const ref = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [native, setNative] = useState(true);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => setNative(ref.current?.type === 'date'), []);

  const take = (text: string) => {
    setDraft(text);
    const date = readDate(text, min, max);
    if (date !== null && date !== value) onChange(date);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const date = readDate(event.clipboardData.getData('text'), min, max);
    if (!date) return;
    event.preventDefault();
    take(date);
  };

  return (
    <input
      {...useField()}
      {...rest}
      ref={ref}
      type="date"
      value={draft}
      min={min}
      max={max}
      placeholder={native ? undefined : 'yyyy-mm-dd'}
      autoComplete="off"
      onChange={(event) => {
        // A cleared segment also gives ''; the date is dropped only when the field is left empty.
        if (native && event.target.value === '') setDraft('');
        else if (native) take(event.target.value);
        else setDraft(event.target.value);
      }}
      onBlur={(event) => {
        onBlur?.(event);
        const text = event.target.value;
        if (native && event.target.validity?.badInput) setDraft(value);
        else if (readDate(text, min, max) === null) setDraft(value);
        else take(text);
      }}
      onPaste={onPaste}
      className={cn(controlLook, className)}
    />
  );
}
