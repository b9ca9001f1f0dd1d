import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { dividendListQuery } from '../../../../dividends.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { today } from '../../../../today.ts';
import { DividendsScreen } from './dividends-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dividends');
}

export default function DividendsPage(props: Props) {
  return patiently(dividends(props));
}

async function dividends({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.dividends(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  return (
    <Prefetched person={person} queries={[dividendListQuery(id)]}>
      <DividendsScreen
        issuer={id}
        name={name}
        file={can(person, 'GenerateDividendDetails')}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
