import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { registryZone } from '#components/page/today';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { transactionTypeCode } from '#lib/contract/enumerations';
import { metaOf } from '#lib/contract/shape';
import { statuses } from '#lib/register/transactions/status';
import { only, routes } from '#lib/routes';
import { countQuery } from './queries.ts';
import { TransactionsView } from './transactions-view.tsx';

/** Transaction types by letter, with the titles of the interface. */
const types = (metaOf(transactionTypeCode).choices ?? [])
  .filter(({ value }) => value !== '')
  .map(({ value, title }) => ({ code: `${value}`, title }));

export const generateMetadata = issuerTitle('Transactions');

export const TransactionsPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.transactions);
  const given = only(search.type);
  const type = types.find(({ code }) => code === given)?.code ?? null;
  const view = only(search.view) === 'journal' ? 'journal' : 'status';
  return (
    <Prefetched
      user={user}
      queries={view === 'status' ? statuses.map((status) => countQuery(issuer, status, type)) : []}
    >
      <TransactionsView
        issuer={issuer}
        name={name}
        view={view}
        types={types}
        agent={rightsOf(user).class === 'ta'}
        files={{
          list: can(user, 'GenerateTransactionList'),
          register: can(user, 'GenerateTransactions'),
        }}
        asof={asof}
        today={today}
        zone={registryZone()}
      />
    </Prefetched>
  );
});
