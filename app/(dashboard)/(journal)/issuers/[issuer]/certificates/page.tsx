import type { Metadata } from 'next';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { today } from '../../../../today.ts';
import { CertificatesScreen } from './certificates-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Certificates');
}

export default function CertificatesPage(props: Props) {
  return patiently(certificates(props));
}

async function certificates({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.certificates(Number(segment)));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  return (
    <Prefetched person={person} queries={[balanceQuery(id, day)]}>
      <CertificatesScreen
        issuer={id}
        name={name}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
