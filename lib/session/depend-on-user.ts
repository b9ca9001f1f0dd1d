import { keepsRights } from '../access/decide.ts';
import type { User } from '../access/roles.ts';
import { dependOn } from '../transport/trace.ts';

/**
 * Limits this request's response to the time in which the user keeps the session and every present right. Every
 * request that needs a sign-in calls this; some then set a narrower condition (`dependOn`).
 */
export function dependOnUser(user: User, now: (user: User) => Promise<User | null>): void {
  dependOn(async () => {
    const current = await now(user);
    return current !== null && keepsRights(user, current);
  });
}
