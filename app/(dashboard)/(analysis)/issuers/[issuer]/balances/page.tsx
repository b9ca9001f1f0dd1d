import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { BalancesScreen } from './balances-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Balances');
}

export default function BalancesPage(props: IssuerPageProps) {
  return patiently(balances(props));
}

async function balances(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.balances);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <BalancesScreen
        issuer={issuer}
        name={name}
        file={can(person, 'GenerateIssuerBalance')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
