import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { issuerBooksQuery } from '#lib/api/books-query';
import { balanceQuery } from '#lib/api/register-queries';
import { only, routes } from '#lib/routes';
import { readTwoDates } from './compare-period.ts';
import { CompareView } from './compare-view.tsx';

export const generateMetadata = issuerTitle('Compare');

export const ComparePage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.compare);
  const { from, to } = readTwoDates(only(search.from), only(search.to), asof ?? today, today);
  return (
    <Prefetched
      user={user}
      queries={[issuerBooksQuery(issuer), balanceQuery(issuer, from), balanceQuery(issuer, to)]}
    >
      <CompareView issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
});
