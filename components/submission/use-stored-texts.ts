// React hook for the typed texts of a form, which survive a reload of the tab.

'use client';

import { useStoredValue } from './use-stored-value.ts';

type Values = Readonly<Record<string, string>>;

function textsOf(found: unknown): Values | null {
  const isStored =
    typeof found === 'object' &&
    found !== null &&
    Object.values(found).every((value) => typeof value === 'string');
  return isStored ? (found as Values) : null;
}

/** The typed texts of a form by their names. They survive a reload until the form is sent. `key` has the user and the form. */
export function useStoredTexts(key: string, initial: () => Values) {
  const { value, change, forget } = useStoredValue<Values>({
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
