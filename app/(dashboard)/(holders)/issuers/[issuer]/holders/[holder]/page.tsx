import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { only, readAsOf, routes, type SearchParams } from '#lib/routes';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../../access.ts';
import { Awaited } from '../../../../../awaited.tsx';
import { certificatesQuery } from '../../../../../certificates.ts';
import { OtherIssuerHoldings } from '../../../../../other-issuer-holdings.tsx';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { RefreshPanel } from '../../../../../refresh-panel.tsx';
import { segmentText } from '../../../../../segment-text.ts';
import { today } from '../../../../../today.ts';
import { findHolder } from './find-holder.ts';

import { HolderScreen } from './holder-screen.tsx';
import { PastHoldings } from './past-holdings.tsx';
import { holderTab, summaryQuery } from './tabs.ts';

type Props = {
  params: Promise<{ issuer: string; holder: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Holder');
}

export default function HolderPage(props: Props) {
  return patiently(holder(props));
}

async function holder({ params, searchParams }: Props) {
  const { issuer: segment, holder: given } = await params;
  const account = segmentText(given);
  const person = await requirePerson(routes.holder(Number(segment), account));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const search = await searchParams;
  const day = today();
  const asof = readAsOf(search.asof, day);
  const found = await findHolder(person, account).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (found instanceof ApiError)
    return (
      <RefreshPanel page="Holder" code={found.code} message={found.message} requestId={found.requestId} />
    );
  if (!found) notFound();
  return (
    <Prefetched
      person={person}
      queries={[summaryQuery(id, account), certificatesQuery(id, account), balanceQuery(id, day)]}
    >
      <HolderScreen
        issuer={id}
        issuerName={name}
        account={account}
        record={found}
        rights={{
          contact: rightsOf(person).seesContact,
          statement: can(person, 'GenerateHoldingsStatement'),
          drs: can(person, 'GenerateDRSStatement'),
          edit: can(person, 'CreateOrUpdate'),
          reveal: rightsOf(person).revealsTaxId,
        }}
        tab={holderTab(only(search.tab))}
        asof={asof}
        today={day}
        elsewhere={
          person.issuers === 'all' && (
            <Suspense>
              <OtherIssuerHoldings person={person} issuer={id} account={account} />
            </Suspense>
          )
        }
        past={
          asof && (
            <Awaited key={asof} sentence="The registry is adding up the holdings of that day.">
              <PastHoldings person={person} issuer={id} account={account} record={found} day={asof} />
            </Awaited>
          )
        }
      />
    </Prefetched>
  );
}
