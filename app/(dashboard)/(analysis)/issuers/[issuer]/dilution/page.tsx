import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { DilutionScreen } from './dilution-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dilution');
}

export default function DilutionPage(props: IssuerPageProps) {
  return patiently(dilution(props));
}

async function dilution(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.dilution);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <DilutionScreen
        issuer={issuer}
        name={name}
        file={can(person, 'GenerateDilutedPercentage')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
