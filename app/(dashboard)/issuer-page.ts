import 'server-only';
import type { Person } from '#lib/access/roles';
import { type Route, readAsOf, type SearchParams } from '#lib/routes';
import { requireFigures, requireIssuer, requirePerson } from './access.ts';
import { today } from './today.ts';

/** What Next hands to a page below /issuers/[issuer]. */
export type IssuerPageProps<More = object> = {
  params: Promise<{ issuer: string } & More>;
  searchParams: Promise<SearchParams>;
};

export type Opened = {
  person: Person;
  issuer: number;
  name: string;
  status: string;
  search: SearchParams;
  asof: string | null;
  today: string;
};

/**
 * What every page with figures of an issuer begins with: who looks, at whose, on which day. Nobody signed in is led to
 * sign in and back `here`; what is not theirs is not found.
 */
export async function openIssuer(
  { params, searchParams }: IssuerPageProps,
  here: (issuer: number) => Route,
): Promise<Opened> {
  const { issuer: segment } = await params;
  const person = await requirePerson(here(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: issuer, name, status } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  return { person, issuer, name, status, search, asof: readAsOf(search.asof, day), today: day };
}
