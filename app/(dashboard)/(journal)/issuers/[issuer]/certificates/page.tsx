import type { Metadata } from 'next';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { CertificatesScreen } from './certificates-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Certificates');
}

export default function CertificatesPage(props: IssuerPageProps) {
  return patiently(certificates(props));
}

async function certificates(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.certificates);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, today)]}>
      <CertificatesScreen issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
}
