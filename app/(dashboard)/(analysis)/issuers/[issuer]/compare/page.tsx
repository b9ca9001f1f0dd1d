import type { Metadata } from 'next';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { readTwoDates } from '../../../figures/compare-period.ts';
import { CompareScreen } from './compare-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Compare');
}

export default function ComparePage(props: Props) {
  return patiently(compare(props));
}

async function compare({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.compare(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const asof = readAsOf(search.asof, day);
  const { from, to } = readTwoDates(only(search.from), only(search.to), asof ?? day, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(id, from), balanceQuery(id, to)]}>
      <CompareScreen issuer={id} name={name} asof={asof} today={day} />
    </Prefetched>
  );
}
