// Reports input that was made before the code of a field had loaded.

'use client';

import {
  type ComponentProps,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a handler gets of a change. There is no event for a change from before the code had loaded. */
export type FieldChange<E extends FieldElement> = { target: E; currentTarget: E };

/** The properties of a native field, with a handler that needs no event. */
export type FieldProps<Tag extends 'input' | 'select' | 'textarea', E extends FieldElement> = Omit<
  ComponentProps<Tag>,
  'onChange'
> & { onChange?: (change: FieldChange<E>) => void };

const never = () => () => {};

/** Whether the field differs from what the server sent. */
function isTouched(field: FieldElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const sent = options.find((one) => one.hasAttribute('selected')) ?? options.find((one) => !one.disabled);
    return sent !== undefined && field.value !== sent.value;
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === 'radio') return field.checked && !field.defaultChecked;
    if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}

/**
 * For a controlled field: reports what was typed or chosen before its code had loaded. The browser shows it, but no
 * handler was called, and the next render would take it away. Returns the ref for the field; `ref` is the caller's own.
 * The field needs autocomplete "off": what a browser fills in when a page is opened again was not entered now.
 */
export function useEarlyInput<E extends FieldElement>(
  onEarly: ((field: E) => void) | undefined,
  ref?: Ref<E>,
): RefObject<E | null> {
  const field = useRef<E>(null);
  useImperativeHandle(ref, () => field.current as E);
  // True only while React hydrates what the server rendered.
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before another render
  useLayoutEffect(() => {
    if (isHydrating && field.current && isTouched(field.current)) onEarly?.(field.current);
  }, []);
  return field;
}

/** The same for a field that passes its properties on to a native one. */
export function useEarlyChange<E extends FieldElement>(
  isControlled: boolean,
  onChange: ((change: FieldChange<E>) => void) | undefined,
  ref: Ref<E> | undefined,
): RefObject<E | null> {
  return useEarlyInput<E>(
    isControlled && onChange ? (field) => onChange({ target: field, currentTarget: field }) : undefined,
    ref,
  );
}
