import { issuerTitle } from '#components/page/access';
import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { balanceQuery } from '#lib/api/register-queries';
import { statusRow } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { findTransaction } from './find-transaction.ts';
import { TransactionView } from './transaction-view.tsx';

type Props = IssuerPageProps<{ transaction: string }>;

export const generateMetadata = issuerTitle('Transaction');

export const TransactionPage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Transaction',
    given: (await props.params).transaction,
    here: routes.transaction,
    find: ({ person, issuer }, key) => findTransaction(person, issuer, key),
    draw: ({ row, before, after }, { person, issuer, name, asof, today }) => (
      <Prefetched person={person} queries={[balanceQuery(issuer, today)]}>
        <TransactionView
          {...{ issuer, name, asof, today }}
          row={statusRow(row, today)}
          newer={before && statusRow(before, today)}
          older={after && statusRow(after, today)}
          file={can(person, 'GenerateTransactionDetails')}
        />
      </Prefetched>
    ),
  }),
);
