import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ApiError } from '#lib/api/error';
import { only, readAsOf, readIssuer, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../../access.ts';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { RefreshPanel } from '../../../../../refresh-panel.tsx';
import { today } from '../../../../../today.ts';
import { CertificateScreen } from './certificate-screen.tsx';
import { findCertificate } from './find-certificate.ts';

type Props = {
  params: Promise<{ issuer: string; certificate: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Certificate');
}

export default function CertificatePage(props: Props) {
  return patiently(certificate(props));
}

async function certificate({ params, searchParams }: Props) {
  const { issuer: segment, certificate: given } = await params;
  // Registry keys are whole numbers, like issuer ids.
  const key = readIssuer(given) ?? notFound();
  const person = await requirePerson(routes.certificate(Number(segment), key));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const found = await findCertificate(person, id, key, only(search.holder)).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (found instanceof ApiError)
    return (
      <RefreshPanel
        page="Certificate"
        code={found.code}
        message={found.message}
        requestId={found.requestId}
      />
    );
  if (!found) notFound();
  return (
    <Prefetched person={person} queries={[balanceQuery(id, day)]}>
      <CertificateScreen
        issuer={id}
        name={name}
        certificate={found}
        asof={readAsOf(search.asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
