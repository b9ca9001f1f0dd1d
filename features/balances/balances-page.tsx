import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { issuerBooksQuery } from '#lib/api/books-query';
import { balanceQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { BalancesView } from './balances-view.tsx';

export const generateMetadata = issuerTitle('Balances');

export const BalancesPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.balances);
  return (
    <Prefetched user={user} queries={[balanceQuery(issuer, asof ?? today), issuerBooksQuery(issuer)]}>
      <BalancesView
        issuer={issuer}
        name={name}
        file={can(user, 'GenerateIssuerBalance')}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
});
