import 'server-only';
import { notFound } from 'next/navigation';
import { requirePerson } from '#components/page/access';
import { type Person, rightsOf } from '#lib/access/roles';
import type { Route } from '#lib/routes';

/** The user, if an administrator; every other user gets "not found". */
export async function requireAdministrator(here: Route): Promise<Person> {
  const person = await requirePerson(here);
  return rightsOf(person).administers ? person : notFound();
}
