import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { balanceQuery } from '#lib/api/register-queries';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { pastCertificatesInput } from '#lib/register/past-certificates';
import { only, routes } from '#lib/routes';
import { CertificatesView } from './certificates-view.tsx';
import { stopsInput } from './stops.ts';

export const generateMetadata = issuerTitle('Certificates');

export const CertificatesPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.certificates);
  const operations = await agentOperationsOf(user);
  const view = only(search.view) === 'stops' ? 'stops' : 'certificates';
  const queries = [];
  if (view === 'stops' && operations.has('GetStops'))
    queries.push({ queryKey: allRowsKey('GetStops', stopsInput(issuer)) });
  else if (asof && operations.has('GetCertificatesAsOf'))
    queries.push(balanceQuery(issuer, asof), {
      queryKey: allRowsKey('GetCertificatesAsOf', pastCertificatesInput(issuer, asof)),
    });
  else queries.push(balanceQuery(issuer, today));
  return (
    <Prefetched user={user} queries={queries}>
      <CertificatesView {...{ issuer, name, view, asof, today }} />
    </Prefetched>
  );
});
