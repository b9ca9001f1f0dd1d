import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { proxyListQuery } from '../../../../meetings.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { ProxiesScreen } from './proxies-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Proxies');
}

export default function ProxiesPage(props: IssuerPageProps) {
  return patiently(proxies(props));
}

async function proxies(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.proxies);
  return (
    <Prefetched person={person} queries={[proxyListQuery(issuer)]}>
      <ProxiesScreen
        issuer={issuer}
        name={name}
        file={can(person, 'GenerateProxyDetails')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
