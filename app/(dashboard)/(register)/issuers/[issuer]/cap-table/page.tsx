import type { Metadata } from 'next';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { Prefetched } from '../../../../prefetch.tsx';
import { today } from '../../../../today.ts';
import { balanceQuery } from '../queries.ts';
import { CapTableScreen } from './cap-table-screen.tsx';
import { capTableView } from './views.ts';

export const metadata: Metadata = { title: 'Cap table' };

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export default async function CapTablePage({ params, searchParams }: Props) {
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
