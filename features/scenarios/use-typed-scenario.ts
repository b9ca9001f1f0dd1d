'use client';

import { randomKey } from '#components/submission/form-draft';
import { useStoredValue } from '#components/submission/use-stored-value';
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

function typedOf(found: unknown): Typed | null {
  const typed = found as Typed | null;
  return typed && Array.isArray(typed.steps) && typeof typed.name === 'string' ? typed : null;
}

/** What is typed of a scenario; it survives a reload until it is saved or discarded. */
export function useTypedScenario(user: string, issuer: number, saved: Scenario | null) {
  const { value, isStored, change, replace } = useStoredValue<Typed>({
    key: keyOf(user, issuer, saved),
    initial: () => openedAt(saved),
    read: typedOf,
  });
  return {
    typed: value,
    isChanged: isStored,
    change: (part: Partial<Pick<Typed, 'name' | 'steps'>>) =>
      change((before) => ({ ...before, id: before.id || randomKey(), ...part })),
    /** Shows a saved version; what was typed is gone. */
    load: (scenario: Scenario) => replace(openedAt(scenario)),
    /** Keeps what is typed and saves it over this version. */
    rebase: (version: number) => change((before) => ({ ...before, version })),
    discard: () => replace(openedAt(saved)),
  };
}
