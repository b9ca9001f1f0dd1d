import type { Metadata } from 'next';
import { only, routes } from '#lib/routes';
import { issuerTitle } from '../../../../../access.ts';
import type { IssuerPageProps } from '../../../../../issuer-page.ts';
import { objectPage } from '../../../../../object-page.tsx';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { CertificateScreen } from './certificate-screen.tsx';
import { findCertificate } from './find-certificate.ts';

type Props = IssuerPageProps<{ certificate: string }>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Certificate');
}

export default function CertificatePage(props: Props) {
  return patiently(certificate(props));
}

const certificate = async (props: Props) =>
  objectPage(props, {
    page: 'Certificate',
    given: (await props.params).certificate,
    here: routes.certificate,
    find: ({ person, issuer, search }, key) => findCertificate(person, issuer, key, only(search.holder)),
    draw: (found, { person, issuer, name, asof, today }) => (
      <Prefetched person={person} queries={[balanceQuery(issuer, today)]}>
        <CertificateScreen {...{ issuer, name, asof, today }} certificate={found} />
      </Prefetched>
    ),
  });
