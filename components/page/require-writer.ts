import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import type { Person } from '#lib/access/roles';
import { dashboard } from '#lib/gateway/wiring';
import { findWrite } from '#lib/gateway/writes/write-access';
import type { WriteView } from '#lib/gateway/writes/write-view';
import { only, type SearchParams } from '#lib/routes';
import { currentPerson } from '#lib/session/current';
import { issuerTitle } from './access.ts';

type Operation = WriteView['operation'];

/** Users who may not write get "not found". */
export function requireWriter(person: Person, operation: Operation): void {
  if (!can(person, operation)) notFound();
}

/** The page title, or that of "not found" for users who may not write. */
export const writerTitle =
  (page: string) =>
  async (props: { params: Promise<{ issuer: string }> }): Promise<Metadata> => {
    const person = await currentPerson();
    return person && can(person, 'CreateNewIssuance')
      ? issuerTitle(page)(props)
      : { title: 'Page not found' };
  };

/** The form's id in the address, and its outcome if it was sent. */
export async function entryOf(person: Person, operation: Operation, search: SearchParams) {
  const given = only(search.entry) ?? '';
  const key = /^[\w-]{8,64}$/.test(given) ? given : null;
  const found = key && (await findWrite(dashboard(), person, operation, key));
  // After a refusal nothing was recorded: the form may be corrected and sent under the same id.
  return { key, write: found && found.state !== 'refused' ? found : null };
}
