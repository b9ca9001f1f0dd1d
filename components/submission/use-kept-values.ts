'use client';

import { useEffect, useState } from 'react';

type Values = Readonly<Record<string, string>>;

const storeKey = (key: string) => `sharebook.form.${key}`;

function readKept(key: string): Values | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storeKey(key)) ?? 'null');
    const isKept =
      typeof found === 'object' &&
      found !== null &&
      Object.values(found).every((value) => typeof value === 'string');
    return isKept ? (found as Values) : null;
  } catch {
    return null;
  }
}

/** The typed texts of a form by their names. They survive a reload until the form is sent. `key` has the user and the form. */
export function useKeptValues(key: string, initial: () => Values) {
  const [values, setValues] = useState(initial);
  // After the first paint: the server does not know what the browser has stored.
  useEffect(() => {
    const found = readKept(key);
    if (found) setValues((before) => ({ ...before, ...found }));
  }, [key]);
  return {
    values,
    set: (name: string, value: string) =>
      setValues((before) => {
        const next = { ...before, [name]: value };
        try {
          sessionStorage.setItem(storeKey(key), JSON.stringify(next));
        } catch {
          // Without storage, what is typed lasts as long as the page.
        }
        return next;
      }),
    forget: () => {
      try {
        sessionStorage.removeItem(storeKey(key));
      } catch {
        // Without storage there is nothing to delete.
      }
    },
  };
}
