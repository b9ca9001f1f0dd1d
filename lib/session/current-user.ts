import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import type { User } from '../access/roles.ts';
import { env } from '../env.ts';
import { cookieName, readCookie } from './cookies.ts';
import { dependOnUser } from './depend-on-user.ts';
import { readOnward, readSession, readStanding, type Standing } from './sessions.ts';
import { store } from './store.ts';

/** The authentication stage of this request's session, or null without one; read once per request. */
export const currentSession = cache(async (): Promise<Standing | null> => {
  const token = (await cookies()).get(cookieName('session'))?.value ?? null;
  const standing = await readStanding(store(), token, env().registry.demo);
  if (standing?.stage === 'open') dependOnUser(standing.person, reloadUser);
  return standing;
});

/**
 * The signed-in user for pages and layouts, or null: a session that lacks its second factor gives no access.
 */
export async function currentUser(): Promise<User | null> {
  const standing = await currentSession();
  return standing?.stage === 'open' ? standing.person : null;
}

/** The same for a route handler, from the request's cookies. There is no other way to a session. */
export function userOf(headers: Headers): Promise<User | null> {
  const token = readCookie(headers.get('cookie'), cookieName('session'));
  return readSession(store(), token, env().registry.demo);
}

/**
 * The user as of now in the same session, also after a step-up; null when the session or the account has ended.
 */
export function reloadUser(user: User): Promise<User | null> {
  return readOnward(store(), user, env().registry.demo);
}
