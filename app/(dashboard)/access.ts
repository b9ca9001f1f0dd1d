import 'server-only';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { type Person, rightsOf } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import type { Answer } from '#lib/api/wire';
import { type Route, readIssuer, routes } from '#lib/routes';
import { currentPerson } from '#lib/session/current';
import { readUpstream } from '#lib/upstream/prefetch';

const nothingHere = 'Nothing here';

export type IssuerSummary = Pick<
  Answer<'GetTransferAgentIssuers'>[number],
  'customerIssuerId' | 'name' | 'status'
>;
export type KnownIssuers =
  | { issuers: readonly IssuerSummary[]; error: null }
  | { issuers: null; error: ApiError };

/** The signed-in person, or off to the sign-in page, from where `here` is come back to. */
export async function requirePerson(here: Route): Promise<Person> {
  return (await currentPerson()) ?? redirect(routes.signIn(here));
}

/** Issuers the person may see, by name; read once per request. An unreachable registry is an answer too. */
export const issuersOf = cache(async (person: Person): Promise<KnownIssuers> => {
  try {
    const answer = await readUpstream(person, 'GetTransferAgentIssuers', {});
    // What is missing is named here, once: no page shows, sorts or searches by a null.
    const issuers = answer.map(({ customerIssuerId, name, status }) => ({
      customerIssuerId,
      name: name || `Issuer ${customerIssuerId}`,
      status: status || '',
    }));
    return { issuers: issuers.sort((a, b) => a.name.localeCompare(b.name, 'en')), error: null };
  } catch (error) {
    return { issuers: null, error: error as ApiError };
  }
});

const grantedIssuer = (segment: string, person: Person): number | null => {
  const id = readIssuer(segment);
  return id !== null && (person.issuers === 'all' || person.issuers.includes(id)) ? id : null;
};

/**
 * The issuer of a path, for somebody who may see it. Unknown, malformed and not granted look the same: not found.
 * While the registry is away the grant alone decides, so that the page can say what is wrong.
 */
export async function requireIssuer(segment: string, person: Person): Promise<IssuerSummary> {
  const id = grantedIssuer(segment, person) ?? notFound();
  const known = await issuersOf(person);
  if (!known.issuers) return { customerIssuerId: id, name: `Issuer ${id}`, status: '' };
  return known.issuers.find((issuer) => issuer.customerIssuerId === id) ?? notFound();
}

/** The title of an issuer's page: what it shows and whose it is; the same for absent and not granted. */
export async function issuerTitle(segment: string, page: string, figures = true): Promise<Metadata> {
  const person = await currentPerson();
  const id = person && grantedIssuer(segment, person);
  if (!person || !id || (figures && rightsOf(person).class === 'downloader')) return { title: nothingHere };
  const { issuers } = await issuersOf(person);
  const name = issuers?.find((issuer) => issuer.customerIssuerId === id)?.name;
  return { title: issuers && !name ? nothingHere : `${page} · ${name ?? `Issuer ${id}`}` };
}

/** Pages with figures are closed to people who may only fetch reports; for them they do not exist. */
export function requireFigures(person: Person): void {
  if (rightsOf(person).class === 'downloader') notFound();
}
