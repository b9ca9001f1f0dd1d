import { issuerTitle } from '#components/page/access';
import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { balanceQuery } from '#lib/api/register-queries';
import { only, routes } from '#lib/routes';
import { CertificateView } from './certificate-view.tsx';
import { findCertificate } from './find-certificate.ts';

type Props = IssuerPageProps<{ certificate: string }>;

export const generateMetadata = issuerTitle('Certificate');

export const CertificatePage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Certificate',
    given: (await props.params).certificate,
    here: routes.certificate,
    find: ({ person, issuer, search }, key) => findCertificate(person, issuer, key, only(search.holder)),
    draw: (found, { person, issuer, name, asof, today }) => (
      <Prefetched person={person} queries={[balanceQuery(issuer, today)]}>
        <CertificateView {...{ issuer, name, asof, today }} certificate={found} />
      </Prefetched>
    ),
  }),
);
