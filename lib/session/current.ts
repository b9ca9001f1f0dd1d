import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import type { Person } from '../access/roles.ts';
import { env } from '../env.ts';
import { cookieName, readCookie } from './cookies.ts';
import { readSession } from './sessions.ts';
import { store } from './store.ts';

/** The signed-in person for pages and layouts, or null; read from the store once per request. */
export const currentPerson = cache(async (): Promise<Person | null> => {
  const token = (await cookies()).get(cookieName('session'))?.value ?? null;
  return readSession(store(), token, env().registry.embedded);
});

/** The same for a route handler, from the request's own cookies; no other pathway opens a session. */
export function personOf(headers: Headers): Promise<Person | null> {
  const token = readCookie(headers.get('cookie'), cookieName('session'));
  return readSession(store(), token, env().registry.embedded);
}
