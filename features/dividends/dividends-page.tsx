import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { dividendListQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { DividendsView } from './dividends-view.tsx';

export const generateMetadata = issuerTitle('Dividends');

export const DividendsPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.dividends);
  return (
    <Prefetched user={user} queries={[dividendListQuery(issuer)]}>
      <DividendsView
        issuer={issuer}
        name={name}
        file={can(user, 'GenerateDividendDetails')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
});
