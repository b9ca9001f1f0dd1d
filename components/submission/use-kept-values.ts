'use client';

import { useKept } from './use-kept.ts';

type Values = Readonly<Record<string, string>>;

function textsOf(found: unknown): Values | null {
  const isKept =
    typeof found === 'object' &&
    found !== null &&
    Object.values(found).every((value) => typeof value === 'string');
  return isKept ? (found as Values) : null;
}

/** The typed texts of a form by their names. They survive a reload until the form is sent. `key` has the user and the form. */
export function useKeptValues(key: string, initial: () => Values) {
  const { value, change, forget } = useKept<Values>({
    key: `sharebook.form.${key}`,
    initial,
    read: (found) => {
      const texts = textsOf(found);
      return texts && { ...initial(), ...texts };
    },
  });
  return {
    values: value,
    set: (name: string, text: string) => change((before) => ({ ...before, [name]: text })),
    forget,
  };
}
