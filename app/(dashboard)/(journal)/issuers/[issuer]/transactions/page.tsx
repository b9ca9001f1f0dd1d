import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { transactionTypeCode } from '#lib/contract/enumerations';
import { metaOf } from '#lib/contract/shape';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { statuses } from '../../../../status.ts';
import { today } from '../../../../today.ts';
import { countQuery } from './queries.ts';
import { TransactionsScreen } from './transactions-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

/** The kinds of transaction by letter, in the words of the interface. */
const types = (metaOf(transactionTypeCode).choices ?? [])
  .filter(({ value }) => value !== '')
  .map(({ value, title }) => ({ code: `${value}`, title }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Transactions');
}

export default function TransactionsPage(props: Props) {
  return patiently(transactions(props));
}

async function transactions({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.transactions(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const given = only(search.type);
  const type = types.find(({ code }) => code === given)?.code ?? null;
  const view = only(search.view) === 'journal' ? 'journal' : 'status';
  return (
    <Prefetched
      person={person}
      queries={view === 'status' ? statuses.map((status) => countQuery(id, status, type)) : []}
    >
      <TransactionsScreen
        issuer={id}
        name={name}
        view={view}
        types={types}
        agent={rightsOf(person).class === 'ta'}
        files={{
          list: can(person, 'GenerateTransactionList'),
          register: can(person, 'GenerateTransactions'),
        }}
        asof={readAsOf(search.asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
