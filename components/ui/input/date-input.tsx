'use client';

import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatDate, isDate, parseDate } from '#lib/format/dates';
import { cn } from '../cn.ts';
import { Icon } from '../icons.tsx';
import { PressButton } from '../press-button.tsx';
import { controlClass } from './control-class.ts';
import { useEarlyInput } from './early-input.ts';
import { useField } from './use-field.ts';

export type DateInputProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'onInvalid' | 'min' | 'max'
> & {
  /** 'yyyy-mm-dd' or ''. */
  value: string;
  /** Called with a valid day within the bounds, or with '' when the field is cleared. */
  onChange: (date: string) => void;
  min?: string;
  max?: string;
  /** Shows the error in the flow of a form, instead of above what follows. */
  inForm?: boolean;
  /** Called when the text becomes unusable, and when it is usable again. */
  onInvalid?: (invalid: boolean) => void;
};

/** Value of typed or pasted text: a day within the bounds, '' for empty text, null for anything else. */
export function readDate(text: string, min: string, max: string): string | null {
  if (text.trim() === '') return '';
  const date = parseDate(text);
  return date && date >= min && date <= max ? date : null;
}

/**
 * A text field that shows the month by name, so that every browser and screen reader gives the same unambiguous
 * date. The calendar is the browser's own. A typed date counts on Enter or on leaving the field. Text that cannot
 * be used stays in the field with its error, and makes the field invalid, which blocks its form.
 */
export function DateInput(props: DateInputProps) {
  const {
    value,
    onChange,
    min = '1900-01-01',
    max = '2199-12-31',
    className,
    onBlur,
    onKeyDown,
    name,
    disabled,
    inForm = false,
    onInvalid,
    ...rest
  } = props;
  const wiring = useField();
  const calendar = useRef<HTMLInputElement>(null);
  const errorId = useId();
  // The text while it is edited or cannot be used; null shows the value.
  const [draft, setDraft] = useState<string | null>(null);
  // True once Enter was pressed or the field was left with this text.
  const [checked, setChecked] = useState(false);
  const [understood, setUnderstood] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value replaces the typed text
  useEffect(() => {
    setDraft((text) => (text !== null && readDate(text, min, max) === value ? text : null));
  }, [value]);

  const wrong = checked && draft !== null && readDate(draft, min, max) === null;
  const error = wrong ? errorText(draft, parseDate(draft), { min, max }) : '';
  const report = useRef(onInvalid);
  report.current = onInvalid;
  useEffect(() => {
    if (!wrong) return;
    report.current?.(true);
    return () => report.current?.(false);
  }, [wrong]);

  const accept = (text: string): boolean => {
    const date = readDate(text, min, max);
    setChecked(true);
    // Read out only where it differs from what was typed.
    setUnderstood(date === null || text === formatDate(date) ? '' : formatDate(date));
    if (date !== null && date !== value) onChange(date);
    return date !== null;
  };
  const changeText = (text: string) => {
    setDraft(text);
    setChecked(false);
    setUnderstood('');
    // A whole pasted date needs no further key.
    if (isDate(text.trim()) && readDate(text, min, max)) accept(text);
  };
  const field = useEarlyInput<HTMLInputElement>((input) => {
    if (input === document.activeElement) changeText(input.value);
    else if (!accept(input.value)) setDraft(input.value);
  });
  // A form that shows errors itself does not use the browser's text, but asks whether the field has one.
  useLayoutEffect(() => field.current?.setCustomValidity(error), [error, field]);
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Enter' || draft === null) return;
    // A form would be sent with the earlier date.
    if (!accept(draft)) event.preventDefault();
  };

  return (
    <div className={cn('relative w-full min-w-0', className)}>
      <div className="relative">
        <input
          {...wiring}
          {...rest}
          ref={field}
          type="text"
          aria-invalid={wrong || wiring['aria-invalid']}
          aria-describedby={
            [wiring['aria-describedby'], wrong && errorId].filter(Boolean).join(' ') || undefined
          }
          disabled={disabled}
          value={draft ?? formatDate(value)}
          placeholder="e.g. Jun 30, 2026"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => changeText(target.value)}
          onKeyDown={onEnter}
          onBlur={(event) => {
            onBlur?.(event);
            if (draft !== null && accept(draft)) setDraft(null);
          }}
          className={cn(controlClass, 'pr-8')}
        />
        <PressButton
          type="button"
          disabled={disabled}
          // The title is the name; with a label beside it, it would be read twice.
          title="Open calendar"
          onClick={() => calendar.current?.showPicker()}
          className="absolute inset-y-0 right-0 flex w-7 items-center justify-center rounded text-muted hover:text-ink disabled:opacity-50 print:hidden"
        >
          <Icon name="calendar" />
        </PressButton>
        {/* Opens the browser's calendar and carries the value in a form; never focused or read out itself. */}
        <input
          ref={calendar}
          type="date"
          name={name}
          value={value}
          min={min}
          max={max}
          disabled={disabled}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ target }) => {
            if (target.value !== '') accept(target.value);
            setDraft(null);
          }}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
      </div>
      <p
        aria-live="polite"
        aria-atomic="true"
        id={errorId}
        className={
          !wrong
            ? 'sr-only'
            : inForm
              ? 'mt-1 text-sm text-danger'
              : 'absolute top-full left-0 z-30 mt-1 w-max max-w-64 rounded-md border border-danger bg-raised px-2 py-1 text-sm whitespace-normal text-danger shadow-layer'
        }
      >
        {wrong ? error + (value && !inForm ? ` ${formatDate(value)} still applies.` : '') : understood}
      </p>
    </div>
  );
}

function errorText(text: string, date: string | null, { min, max }: { min: string; max: string }): string {
  if (!date) return `“${text.trim()}” is not a date. Enter a date like Jun 30, 2026.`;
  return date < min
    ? `${formatDate(date)} is before ${formatDate(min)}, the first date allowed.`
    : `${formatDate(date)} is after ${formatDate(max)}, the last date allowed.`;
}
