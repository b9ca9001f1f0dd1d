import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import type { EndpointId } from '#lib/contract/index';
import { dashboard } from '#lib/gateway/wiring';
import { findWrite } from '#lib/gateway/writes/write-access';
import type { WriteView } from '#lib/gateway/writes/write-view';
import { only, type SearchParams } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { issuerTitle } from './page-guards.ts';

type Operation = WriteView['operation'];

/** Users who may not use an operation get "not found". */
export function requireWriter(user: User, operation: EndpointId): void {
  if (!can(user, operation)) notFound();
}

/** The page title, or that of "not found" for users who may not use the operation. */
export const writerTitle =
  (page: string, operation: EndpointId = 'CreateNewIssuance') =>
  async (props: { params: Promise<{ issuer: string }> }): Promise<Metadata> => {
    const user = await currentUser();
    return user && can(user, operation) ? issuerTitle(page)(props) : { title: 'Page not found' };
  };

/** The form's id in the address, and its outcome if it was sent. */
export async function entryOf(user: User, operation: Operation, search: SearchParams) {
  const given = only(search.entry) ?? '';
  const key = /^[\w-]{8,64}$/.test(given) ? given : null;
  const found = key && (await findWrite(dashboard(), user, operation, key));
  // After a rejection nothing was recorded: the form may be corrected and sent under the same id.
  return { key, write: found && found.state !== 'refused' ? found : null };
}
