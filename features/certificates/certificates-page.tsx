import { issuerTitle } from '#components/page/access';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { balanceQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { CertificatesView } from './certificates-view.tsx';

export const generateMetadata = issuerTitle('Certificates');

export const CertificatesPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.certificates);
  return (
    <Prefetched user={user} queries={[balanceQuery(issuer, today)]}>
      <CertificatesView issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
});
