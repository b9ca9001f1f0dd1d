'use client';

import { useEffect, useState } from 'react';

type Typed = Readonly<Record<string, string>>;

const keyOf = (year: number) => `sharebook-ta2-${year}`;

function load(year: number): Typed {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(year)) ?? '{}');
    if (saved === null || typeof saved !== 'object' || Array.isArray(saved)) return {};
    return Object.fromEntries(
      Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/**
 * Manual entries in the worksheet of a year, stored only on this device. `saved` is false when they cannot be
 * stored.
 */
export function useTyped(year: number) {
  const [typed, setTyped] = useState<Typed>({});
  const [saved, setSaved] = useState(true);
  // Read after the first render: the server cannot see this device's storage.
  useEffect(() => setTyped(load(year)), [year]);
  const put = (after: Typed) => {
    setTyped(after);
    try {
      if (Object.keys(after).length === 0) localStorage.removeItem(keyOf(year));
      else localStorage.setItem(keyOf(year), JSON.stringify(after));
      setSaved(true);
    } catch {
      setSaved(false);
    }
  };
  return {
    typed,
    saved,
    type: (id: string, value: string) => {
      const { [id]: _, ...others } = typed;
      put(value === '' ? others : { ...others, [id]: value });
    },
    clear: () => put({}),
  };
}
