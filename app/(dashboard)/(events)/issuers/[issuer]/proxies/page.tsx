import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { proxyListQuery } from '../../../../meetings.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { today } from '../../../../today.ts';
import { ProxiesScreen } from './proxies-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Proxies');
}

export default function ProxiesPage(props: Props) {
  return patiently(proxies(props));
}

async function proxies({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.proxies(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  return (
    <Prefetched person={person} queries={[proxyListQuery(id)]}>
      <ProxiesScreen
        issuer={id}
        name={name}
        file={can(person, 'GenerateProxyDetails')}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
