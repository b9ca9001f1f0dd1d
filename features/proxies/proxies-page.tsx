import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { proxyListQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { ProxiesView } from './proxies-view.tsx';

export const generateMetadata = issuerTitle('Proxies');

export const ProxiesPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.proxies);
  return (
    <Prefetched user={user} queries={[proxyListQuery(issuer)]}>
      <ProxiesView
        issuer={issuer}
        name={name}
        file={can(user, 'GenerateProxyDetails')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
});
