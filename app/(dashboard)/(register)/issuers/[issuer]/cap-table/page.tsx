import type { Metadata } from 'next';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { CapTableScreen } from './cap-table-screen.tsx';
import { capTableView } from './views.ts';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Cap table');
}

export default function CapTablePage(props: Props) {
  return patiently(capTable(props));
}

async function capTable({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.capTable(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const asof = readAsOf(search.asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(id, asof ?? day)]}>
      <CapTableScreen
        issuer={id}
        name={name}
        view={capTableView(only(search.view))}
        asof={asof}
        today={day}
      />
    </Prefetched>
  );
}
