import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../../access.ts';
import type { IssuerPageProps } from '../../../../../issuer-page.ts';
import { objectPage } from '../../../../../object-page.tsx';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { statusRow } from '../../../../../status.ts';
import { findTransaction } from './find-transaction.ts';
import { TransactionScreen } from './transaction-screen.tsx';

type Props = IssuerPageProps<{ transaction: string }>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Transaction');
}

export default function TransactionPage(props: Props) {
  return patiently(transaction(props));
}

const transaction = async (props: Props) =>
  objectPage(props, {
    page: 'Transaction',
    given: (await props.params).transaction,
    here: routes.transaction,
    find: ({ person, issuer }, key) => findTransaction(person, issuer, key),
    draw: ({ row, before, after }, { person, issuer, name, asof, today }) => (
      <Prefetched person={person} queries={[balanceQuery(issuer, today)]}>
        <TransactionScreen
          {...{ issuer, name, asof, today }}
          row={statusRow(row, today)}
          newer={before && statusRow(before, today)}
          older={after && statusRow(after, today)}
          file={can(person, 'GenerateTransactionDetails')}
        />
      </Prefetched>
    ),
  });
