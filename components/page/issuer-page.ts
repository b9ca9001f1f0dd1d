// Reads user, issuer and as-of date at the start of a page of an issuer.

import 'server-only';
import type { User } from '#lib/access/roles';
import { type Route, readAsOf, type SearchParams } from '#lib/routes';
import { requireIssuer, requireIssuerData, requireUser } from './page-guards.ts';
import { today } from './today.ts';

/** Props that Next passes to a page below /issuers/[issuer]. */
export type IssuerPageProps<More = object> = {
  params: Promise<{ issuer: string } & More>;
  searchParams: Promise<SearchParams>;
};

export type Opened = {
  user: User;
  issuer: number;
  name: string;
  status: string;
  search: SearchParams;
  asof: string | null;
  today: string;
};

/**
 * Common start of every page with an issuer's figures: user, issuer and day. Redirects to sign-in, with return
 * to `here`, when nobody is signed in; an issuer not granted is not found.
 */
export async function openIssuer(
  { params, searchParams }: IssuerPageProps,
  here: (issuer: number) => Route,
): Promise<Opened> {
  const { issuer: segment } = await params;
  const user = await requireUser(here(Number(segment)));
  requireIssuerData(user);
  const { customerIssuerId: issuer, name, status } = await requireIssuer(segment, user);
  const search = await searchParams;
  const day = today();
  return { user, issuer, name, status, search, asof: readAsOf(search.asof, day), today: day };
}
