import type { Metadata } from 'next';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { requireFigures, requireIssuer, requirePerson } from '../../../access.ts';
import { Prefetched } from '../../../prefetch.tsx';
import { today } from '../../../today.ts';
import { OverviewScreen } from './overview-screen.tsx';
import { balanceQuery } from './queries.ts';

export const metadata: Metadata = { title: 'Overview' };

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export default async function OverviewPage({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.issuer(Number(segment)));
  requireFigures(person);
  const issuer = await requireIssuer(segment, person);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer.customerIssuerId, asof ?? day)]}>
      <OverviewScreen person={person} issuer={issuer} asof={asof} today={day} />
    </Prefetched>
  );
}
