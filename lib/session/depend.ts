import { keepsRights } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { dependOn } from '../transport/trace.ts';

/**
 * Limits this request's response to the time in which the user keeps the session and every present right. Every
 * request that needs a sign-in calls this; some then set a narrower condition (`dependOn`).
 */
export function dependOnPerson(person: Person, now: (person: Person) => Promise<Person | null>): void {
  dependOn(async () => {
    const current = await now(person);
    return current !== null && keepsRights(person, current);
  });
}
