// Checks at the start of a page: signed-in user, issuer that the user may see, right to figures.

import 'server-only';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { rightsOf, type User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import type { ResponseFor } from '#lib/contract/index';
import { readUpstream } from '#lib/gateway/prefetch';
import { type Route, readIssuer, routes } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';

const nothingHere = 'Page not found';

export type IssuerSummary = Pick<
  ResponseFor<'GetTransferAgentIssuers'>[number],
  'customerIssuerId' | 'name' | 'status'
>;
export type KnownIssuers =
  | { issuers: readonly IssuerSummary[]; error: null }
  | { issuers: null; error: ApiError };

/** The signed-in user; else redirects to sign-in, which returns to `here`. */
export async function requireUser(here: Route): Promise<User> {
  return (await currentUser()) ?? redirect(routes.signIn(here));
}

/** Issuers the user may see, by name; read once per request. An unreachable registry is a valid result. */
export const issuersOf = cache(async (user: User): Promise<KnownIssuers> => {
  try {
    const response = await readUpstream(user, 'GetTransferAgentIssuers', {});
    // Replaces missing names once, so that no page has to handle null.
    const issuers = response.map(({ customerIssuerId, name, status }) => ({
      customerIssuerId,
      name: name || `Issuer ${customerIssuerId}`,
      status: status || '',
    }));
    return { issuers: issuers.sort((a, b) => a.name.localeCompare(b.name, 'en')), error: null };
  } catch (error) {
    return { issuers: null, error: error as ApiError };
  }
});

const grantedIssuer = (segment: string, user: User): number | null => {
  const id = readIssuer(segment);
  return id !== null && (user.issuers === 'all' || user.issuers.includes(id)) ? id : null;
};

/**
 * The issuer of a path, for a user who may see it. Unknown, malformed and not granted look the same: not found.
 * While the registry is unreachable only the grant decides, so that the page can show the error.
 */
export async function requireIssuer(segment: string, user: User): Promise<IssuerSummary> {
  const id = grantedIssuer(segment, user) ?? notFound();
  const known = await issuersOf(user);
  if (!known.issuers) return { customerIssuerId: id, name: `Issuer ${id}`, status: '' };
  return known.issuers.find((issuer) => issuer.customerIssuerId === id) ?? notFound();
}

/** Makes the metadata of an issuer's page: title and name; the same for absent and not granted. */
export const issuerTitle =
  (page: string, figures = true) =>
  async ({ params }: { params: Promise<{ issuer: string }> }): Promise<Metadata> => {
    const user = await currentUser();
    const id = user && grantedIssuer((await params).issuer, user);
    if (!user || !id || (figures && rightsOf(user).class === 'downloader')) return { title: nothingHere };
    const { issuers } = await issuersOf(user);
    const name = issuers?.find((issuer) => issuer.customerIssuerId === id)?.name;
    return { title: issuers && !name ? nothingHere : `${page} · ${name ?? `Issuer ${id}`}` };
  };

/** Users who may only download reports get "not found" for pages with figures. */
export function requireIssuerData(user: User): void {
  if (rightsOf(user).class === 'downloader') notFound();
}
