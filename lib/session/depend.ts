import { keepsRights } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { dependOn } from '../transport/trace.ts';

/**
 * Has the answer of this request last only while the person is in the same session and keeps every right of this moment.
 * Every request that somebody has to sign in for says this; some then say something narrower (`dependOn`).
 */
export function dependOnPerson(person: Person, now: (person: Person) => Promise<Person | null>): void {
  dependOn(async () => {
    const current = await now(person);
    return current !== null && keepsRights(person, current);
  });
}
