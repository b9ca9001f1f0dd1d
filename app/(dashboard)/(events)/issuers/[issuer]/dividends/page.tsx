import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { dividendListQuery } from '../../../../dividends.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { DividendsScreen } from './dividends-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dividends');
}

export default function DividendsPage(props: IssuerPageProps) {
  return patiently(dividends(props));
}

async function dividends(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.dividends);
  return (
    <Prefetched person={person} queries={[dividendListQuery(issuer)]}>
      <DividendsScreen
        issuer={issuer}
        name={name}
        file={can(person, 'GenerateDividendDetails')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
