import type { Metadata } from 'next';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { OwnershipScreen } from './ownership-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Ownership');
}

export default function OwnershipPage(props: Props) {
  return patiently(ownership(props));
}

async function ownership({ params, searchParams }: Props) {
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
