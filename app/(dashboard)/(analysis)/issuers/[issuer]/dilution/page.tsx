import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { DilutionScreen } from './dilution-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dilution');
}

export default function DilutionPage(props: Props) {
  return patiently(dilution(props));
}

async function dilution({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.dilution(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(id, asof ?? day)]}>
      <DilutionScreen
        issuer={id}
        name={name}
        file={can(person, 'GenerateDilutedPercentage')}
        asof={asof}
        today={day}
      />
    </Prefetched>
  );
}
