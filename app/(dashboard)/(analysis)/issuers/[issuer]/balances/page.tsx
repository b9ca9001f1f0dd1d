import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { BalancesScreen } from './balances-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Balances');
}

export default function BalancesPage(props: Props) {
  return patiently(balances(props));
}

async function balances({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.balances(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(id, asof ?? day)]}>
      <BalancesScreen
        issuer={id}
        name={name}
        file={can(person, 'GenerateIssuerBalance')}
        asof={asof}
        today={day}
      />
    </Prefetched>
  );
}
