import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { RefreshPanel } from '#components/data/refresh-panel';
import { choicesOf } from '#components/page/choices';
import { OtherIssuerHoldings } from '#components/page/other-issuer-holdings';
import { requireIssuer, requireUser } from '#components/page/page-guards';
import { entryOf, requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { EditsOff } from '#components/register/edits-off';
import { OpenEntry } from '#components/submission/open-entry';
import { OutcomeView } from '#components/submission/outcome-view';
import { PageHeader } from '#components/ui/text';
import { isApiError } from '#lib/api/error';
import { accountType, taxIdType } from '#lib/contract/enumerations';
import { readUpstream } from '#lib/gateway/prefetch';
import { seenDigest } from '#lib/gateway/writes/holder-facts';
import { readAsOf, routes, type SearchParams, segmentText } from '#lib/routes';
import { HolderForm } from './holder-form.tsx';

type Props = { params: Promise<{ issuer: string; holder: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = writerTitle('Edit holder');

export const EditHolderPage = slowPage(async ({ params, searchParams }: Props) => {
  const { issuer: segment, holder: given } = await params;
  const account = segmentText(given);
  const user = await requireUser(routes.editHolder(Number(segment), account));
  requireWriter(user, 'CreateOrUpdate');
  const { customerIssuerId: issuer, name } = await requireIssuer(segment, user);
  const search = await searchParams;
  const { key, write } = await entryOf(user, 'CreateOrUpdate', search);
  const asof = readAsOf(search.asof, today());
  const formName = `holder ${user.id} ${issuer} ${account}`;
  if (write) {
    const again = routes.newHolder(issuer);
    return <OutcomeView {...{ write, issuer, formName, again }} issuerName={name} />;
  }
  const record = await readUpstream(user, 'GetShareholderDetails', {
    customerShareholderId: account,
  }).catch((error: unknown) => {
    if (isApiError(error)) return error;
    throw error;
  });
  if (isApiError(record)) {
    if (record.code === 'not_found') notFound();
    return (
      <RefreshPanel
        page="Edit holder"
        code={record.code}
        message={record.message}
        requestId={record.requestId}
      />
    );
  }
  const here = routes.editHolder(issuer, account);
  return (
    <>
      <PageHeader
        kicker={`${name} · Account ${account}`}
        title={`Edit ${record.name || record.sortName || account}`}
        description="One account is used for all issuers at which it holds shares."
      />
      <ul className="mb-4 max-w-3xl rounded-md border border-l-4 border-warning/40 bg-warning-soft px-3 text-sm empty:hidden [&>li]:py-1.5">
        <Suspense>
          <OtherIssuerHoldings user={user} issuer={issuer} account={account} />
        </Suspense>
      </ul>
      {asof ? (
        <EditsOff asof={asof} to={routes.editHolder(issuer, account, { entry: key })} />
      ) : key ? (
        <HolderForm
          key={key}
          issuer={issuer}
          entry={key}
          record={record}
          seen={seenDigest(record)}
          choices={{ accountTypes: choicesOf(accountType), taxIdTypes: choicesOf(taxIdType) }}
          email={user.email}
          outcome={routes.editHolder(issuer, account, { entry: key, sent: true })}
        />
      ) : (
        <OpenEntry formName={formName} to={here} />
      )}
    </>
  );
});
