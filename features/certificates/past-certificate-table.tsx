'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { useSearchIndex } from '#components/data/queries/use-search-index';
import { RowsError, RowsRead } from '#components/data/rows-progress';
import { SearchFirst } from '#components/data/search-first';
import { TooLargeNotice } from '#components/data/too-large-notice';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { SourceNote } from '#components/register/source-note';
import { DataTable } from '#components/table/data-table';
import { LinkButton } from '#components/ui/button';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { certificateFilter, certificateTests } from '#lib/register/ownership/certificate-owners';
import { certificateChecks, pastCertificate, pastCertificatesInput } from '#lib/register/past-certificates';
import { routes } from '#lib/routes';
import { pastColumns } from './columns.ts';
import { StatusChips } from './status-chips.tsx';

type Props = { issuer: number; name: string; asof: string; today: string };

/** Certificates as they were at the close of a past day, with the stops of that day. */
export function PastCertificateTable({ issuer, name, asof, today }: Props) {
  const params = useSearchParams();
  const { balance, accounts, tooMany } = useAccountCount(issuer, asof);
  const read = useAllRows('GetCertificatesAsOf', pastCertificatesInput(issuer, asof), !tooMany);
  const { pages, complete } = read;
  const certificates = useMemo(
    () => pages.flatMap((page) => page.certificates).map(pastCertificate),
    [pages],
  );
  const status = certificateFilter(params.get('status'));
  const rows = useMemo(
    () => (status ? certificates.filter(certificateTests[status]) : certificates),
    [certificates, status],
  );
  const shown = useMemo(
    () => pastColumns(issuer, asof, dollarClasses(balance.data ?? [])),
    [issuer, asof, balance.data],
  );
  useSearchIndex(rows, shown, complete);
  if (tooMany)
    return (
      <TooLargeNotice
        {...{ issuer, accounts, asof }}
        requested="The list of certificates"
        instead={<LinkButton href={routes.holders(issuer, { asof })}>Select a holder</LinkButton>}
      />
    );
  if (pages.length === 0)
    return read.error ? (
      <ErrorPanel error={read.error} onRetry={() => void read.again()} />
    ) : (
      <LoadingPlaceholder text="Loading certificates…" lines={12} />
    );
  if (certificates.length === 0)
    return (
      <EmptyState title="No certificates">
        This issuer had not issued certificates or book entries by {formatDate(asof)}.
      </EmptyState>
    );
  return (
    <>
      <SourceNote mark={<AsOfLabel date={asof} today={today} />}>
        <RowsRead read={read} />
      </SourceNote>
      <RowsError read={read} />
      <StatusChips certificates={certificates} current={status} />
      <SearchFirst>
        <DataTable
          id="certificates-past"
          label="Certificates"
          columns={shown}
          rows={rows}
          rowId={(row) => row.key}
          noun={['certificate', 'certificates']}
          arriving={!complete}
          fileName={`certificates_${issuer}_${asof}.csv`}
          about={[
            ['Certificates of', `${name} (${issuer})`],
            ['As of', asof],
            ...(status ? [['Status', status] as const] : []),
          ]}
          empty={
            <EmptyState title="No matching certificates">
              None of the {formatShares(certificates.length)} certificates was {status} on {formatDate(asof)}.
              Select another status.
            </EmptyState>
          }
        />
      </SearchFirst>
      {complete && balance.data && <CheckList checks={certificateChecks(certificates, balance.data)} />}
    </>
  );
}
