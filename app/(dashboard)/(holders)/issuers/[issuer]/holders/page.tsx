import type { Metadata } from 'next';
import { rightsOf } from '#lib/access/roles';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { HoldersScreen } from './holders-screen.tsx';
import { firstHolders } from './queries.ts';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Holders');
}

export default function HoldersPage(props: Props) {
  return patiently(holders(props));
}

async function holders({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.holders(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const view = only(search.view) === 'records' ? 'records' : 'holding';
  return (
    <Prefetched
      person={person}
      queries={[balanceQuery(id, day), ...(view === 'holding' ? [firstHolders(id)] : [])]}
    >
      <HoldersScreen
        issuer={id}
        name={name}
        view={view}
        contact={rightsOf(person).seesContact}
        register={rightsOf(person).writes}
        asof={readAsOf(search.asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
