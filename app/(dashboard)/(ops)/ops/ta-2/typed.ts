'use client';

import { useEffect, useState } from 'react';

type Typed = Readonly<Record<string, string>>;

const keyOf = (year: number) => `sharebook-ta2-${year}`;

function load(year: number): Typed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(year)) ?? '{}');
    if (kept === null || typeof kept !== 'object' || Array.isArray(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** What somebody typed into the worksheet of a year; kept on this device and nowhere else. `kept` is false when it cannot be. */
export function useTyped(year: number) {
  const [typed, setTyped] = useState<Typed>({});
  const [kept, setKept] = useState(true);
  // Read after the first draw: the server knows nothing of this device.
  useEffect(() => setTyped(load(year)), [year]);
  const put = (after: Typed) => {
    setTyped(after);
    try {
      if (Object.keys(after).length === 0) localStorage.removeItem(keyOf(year));
      else localStorage.setItem(keyOf(year), JSON.stringify(after));
      setKept(true);
    } catch {
      setKept(false);
    }
  };
  return {
    typed,
    kept,
    type: (id: string, value: string) => {
      const { [id]: _, ...others } = typed;
      put(value === '' ? others : { ...others, [id]: value });
    },
    clear: () => put({}),
  };
}
