'use client';

import { useEffect, useRef, useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import type { Scenario } from '#lib/api/scenarios';
import type { Step } from '#lib/register/scenarios/steps';

/** A scenario being typed. `version`: of what was opened, 0 for a new one. */
export type Typed = { id: string; version: number; name: string; steps: readonly Step[] };

const keyOf = (user: string, issuer: number, saved: Scenario | null) =>
  `sharebook.scenario.${user}.${issuer}.${saved?.id ?? 'new'}`;

const openedAt = (saved: Scenario | null): Typed =>
  saved
    ? { id: saved.id, version: saved.version, name: saved.name, steps: saved.steps }
    : { id: '', version: 0, name: '', steps: [] };

function readStored(key: string): Typed | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Typed | null;
    return found && Array.isArray(found.steps) && typeof found.name === 'string' ? found : null;
  } catch {
    return null;
  }
}

function store(key: string, typed: Typed | null): void {
  try {
    if (typed) sessionStorage.setItem(key, JSON.stringify(typed));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, what is typed lasts as long as the page.
  }
}

/** What is typed of a scenario; it survives a reload until it is saved or discarded. */
export function useTypedScenario(user: string, issuer: number, saved: Scenario | null) {
  const key = keyOf(user, issuer, saved);
  const [typed, setTyped] = useState(() => openedAt(saved));
  const [isChanged, setChanged] = useState(false);
  const latest = useRef(typed);
  const show = (next: Typed, changed: boolean) => {
    latest.current = next;
    setTyped(next);
    setChanged(changed);
    store(key, changed ? next : null);
  };
  // After the first paint: the server does not know what the browser has stored.
  useEffect(() => {
    const found = readStored(key);
    if (!found) return;
    latest.current = found;
    setTyped(found);
    setChanged(true);
  }, [key]);
  return {
    typed,
    isChanged,
    change: (part: Partial<Pick<Typed, 'name' | 'steps'>>) =>
      show({ ...latest.current, id: latest.current.id || randomKey(), ...part }, true),
    /** Shows a saved version; what was typed is gone. */
    load: (scenario: Scenario) => show(openedAt(scenario), false),
    /** Keeps what is typed and saves it over this version. */
    rebase: (version: number) => show({ ...latest.current, version }, true),
    discard: () => show(openedAt(saved), false),
  };
}
