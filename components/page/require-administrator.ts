import 'server-only';
import { notFound } from 'next/navigation';
import { rightsOf, type User } from '#lib/access/roles';
import type { Route } from '#lib/routes';
import { requireUser } from './page-guards.ts';

/** The user, if an administrator; every other user gets "not found". */
export async function requireAdministrator(here: Route): Promise<User> {
  const user = await requireUser(here);
  return rightsOf(user).administers ? user : notFound();
}
