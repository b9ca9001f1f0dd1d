import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { RefreshPanel } from '#components/data/refresh-panel';
import { Awaited } from '#components/data/slow-page-content';
import { OtherIssuerHoldings } from '#components/page/other-issuer-holdings';
import { issuerTitle, requireIssuer, requireIssuerData, requireUser } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { can } from '#lib/access/can';
import { rightsOf, type User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { balanceQuery, certificatesQuery } from '#lib/api/register-queries';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { env } from '#lib/env';
import { readUpstream } from '#lib/gateway/prefetch';
import { pastCertificatesInput } from '#lib/register/past-certificates';
import { only, readAsOf, routes, type SearchParams, segmentText } from '#lib/routes';
import type { HolderRecord } from '../profile.ts';
import { changesInput } from '../record-changes.ts';
import { HolderView } from './holder-view.tsx';
import { PastHoldings } from './past-holdings.tsx';
import { holderTab, summaryQuery } from './tabs.ts';

type Props = {
  params: Promise<{ issuer: string; holder: string }>;
  searchParams: Promise<SearchParams>;
};

export const generateMetadata = issuerTitle('Holder');

export const HolderPage = slowPage(async ({ params, searchParams }: Props) => {
  const { issuer: segment, holder: given } = await params;
  const account = segmentText(given);
  const user = await requireUser(routes.holder(Number(segment), account));
  requireIssuerData(user);
  const { customerIssuerId: id, name } = await requireIssuer(segment, user);
  const search = await searchParams;
  const day = today();
  const asof = readAsOf(search.asof, day);
  const tab = holderTab(only(search.tab));
  const found = await findHolder(user, account).catch((error: unknown) => {
    if (isApiError(error)) return error;
    throw error;
  });
  if (isApiError(found))
    return (
      <RefreshPanel page="Holder" code={found.code} message={found.message} requestId={found.requestId} />
    );
  if (!found) notFound();
  return (
    <Prefetched
      user={user}
      queries={[
        summaryQuery(id, account),
        certificatesQuery(id, account),
        balanceQuery(id, day),
        ...(tab === 'certificates' && asof
          ? [{ queryKey: allRowsKey('GetCertificatesAsOf', pastCertificatesInput(id, asof, account)) }]
          : []),
        ...(tab === 'record'
          ? [{ queryKey: allRowsKey('GetHolderChanges', changesInput(id, account)) }]
          : []),
      ]}
    >
      <HolderView
        issuer={id}
        issuerName={name}
        account={account}
        record={found}
        rights={{
          contact: rightsOf(user).seesContact,
          statement: can(user, 'GenerateHoldingsStatement'),
          drs: can(user, 'GenerateDRSStatement'),
          edit: can(user, 'CreateOrUpdate'),
          reveal: rightsOf(user).revealsTaxId,
        }}
        tab={tab}
        asof={asof}
        today={day}
        zone={env().registry.timeZone}
        otherIssuers={
          user.issuers === 'all' && (
            <Suspense>
              <OtherIssuerHoldings user={user} issuer={id} account={account} />
            </Suspense>
          )
        }
        past={
          asof && (
            <Awaited key={asof} text="Loading holdings as of the selected date…">
              <PastHoldings user={user} issuer={id} account={account} record={found} day={asof} />
            </Awaited>
          )
        }
      />
    </Prefetched>
  );
});

/**
 * The registration of an account, or null when this user has no such holder: absent and not permitted look the
 * same. An account without current holdings is matched to the issuer by its canceled certificates
 * (`proveObject`). Throws ApiError.
 */
async function findHolder(user: User, account: string): Promise<HolderRecord | null> {
  if (account === '' || account.length > 255) return null;
  return readUpstream(user, 'GetShareholderDetails', { customerShareholderId: account }).catch((error) => {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw error;
  });
}
