import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import { ApiError } from '#lib/api/error';
import { readAsOf, readIssuer, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../../access.ts';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { RefreshPanel } from '../../../../../refresh-panel.tsx';
import { statusRow } from '../../../../../status.ts';
import { today } from '../../../../../today.ts';
import { findTransaction } from './find-transaction.ts';
import { TransactionScreen } from './transaction-screen.tsx';

type Props = {
  params: Promise<{ issuer: string; transaction: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Transaction');
}

export default function TransactionPage(props: Props) {
  return patiently(transaction(props));
}

async function transaction({ params, searchParams }: Props) {
  const { issuer: segment, transaction: given } = await params;
  // Registry keys are whole numbers, like issuer ids.
  const key = readIssuer(given) ?? notFound();
  const person = await requirePerson(routes.transaction(Number(segment), key));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const found = await findTransaction(person, id, key).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (found instanceof ApiError)
    return (
      <RefreshPanel
        page="Transaction"
        code={found.code}
        message={found.message}
        requestId={found.requestId}
      />
    );
  if (!found) notFound();
  return (
    <Prefetched person={person} queries={[balanceQuery(id, day)]}>
      <TransactionScreen
        issuer={id}
        name={name}
        row={statusRow(found.row, day)}
        newer={found.before && statusRow(found.before, day)}
        older={found.after && statusRow(found.after, day)}
        file={can(person, 'GenerateTransactionDetails')}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
