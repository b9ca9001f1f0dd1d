import type { Metadata } from 'next';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { Prefetched } from '../../../../prefetch.tsx';
import { today } from '../../../../today.ts';
import { balanceQuery } from '../queries.ts';
import { OwnershipScreen } from './ownership-screen.tsx';

export const metadata: Metadata = { title: 'Ownership' };

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export default async function OwnershipPage({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.ownership(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(id, asof ?? day)]}>
      <OwnershipScreen issuer={id} name={name} asof={asof} today={day} />
    </Prefetched>
  );
}
