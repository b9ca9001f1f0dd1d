'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useSearchIndex } from '#components/data/queries/use-search-index';
import { RowsError, RowsProgress } from '#components/data/rows-progress';
import { SearchFirst } from '#components/data/search-first';
import { SourceNote } from '#components/register/source-note';
import { DataTable } from '#components/table/data-table';
import { EmptyState, useLoadingStage } from '#components/ui/states';
import { balanceQuery } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { certificatesOf } from '#lib/register/certificates';
import {
  certificateFilter,
  certificateTests,
  duplicateNumbers,
  ownersOf,
  withOwners,
} from '#lib/register/ownership/certificate-owners';
import { certificateColumns } from './columns.ts';
import { StatusChips } from './status-chips.tsx';

type Props = { issuer: number; name: string; asof: string | null; today: string; response: unknown };

/** Shows the certificates at once and adds owners as the pages of holders load. */
export function CertificateTable({ issuer, name, asof, today, response }: Props) {
  const params = useSearchParams();
  const read = useAllRows('GetIssuerShareholderDetails', { CustomerIssuerId: issuer });
  const balance = useQuery(balanceQuery(issuer, today));
  const certificates = useMemo(() => certificatesOf(response), [response]);
  const { pages } = read;
  const stage = useLoadingStage(!read.complete && !read.error);
  const owned = useMemo(() => withOwners(certificates, ownersOf(pages)), [certificates, pages]);
  const doubled = useMemo(() => duplicateNumbers(certificates), [certificates]);
  const status = certificateFilter(params.get('status'));
  const rows = useMemo(() => (status ? owned.filter(certificateTests[status]) : owned), [owned, status]);
  const columns = useMemo(
    () => certificateColumns(issuer, asof, dollarClasses(balance.data ?? [])),
    [issuer, asof, balance.data],
  );
  useSearchIndex(rows, columns, read.complete);
  if (certificates.length === 0) {
    return (
      <EmptyState title="No certificates">
        This issuer has not issued certificates or book entries yet. The first issuance adds them.
      </EmptyState>
    );
  }
  return (
    <>
      <SourceNote mark={null}>
        {stage !== 'quick' && (
          <RowsProgress read={read} noun="holders" meanwhile="Owners appear as holders are loaded." />
        )}
      </SourceNote>
      <RowsError read={read} />
      {doubled.length > 0 && (
        <p className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          {doubled.length === 1 ? '1 number is' : `${formatShares(doubled.length)} numbers are`} used by more
          than one outstanding certificate: {doubled.slice(0, 5).join(', ')}
          {doubled.length > 5 ? ' and others' : ''}.
        </p>
      )}
      <StatusChips certificates={certificates} current={status} />
      <SearchFirst>
        <DataTable
          id="certificates"
          label="Certificates"
          columns={columns}
          rows={rows}
          rowId={(row) => row.key}
          noun={['certificate', 'certificates']}
          fileName={`certificates_${issuer}_${today}.csv`}
          about={[
            ['Certificates of', `${name} (${issuer})`],
            ['Current', today],
            ...(status ? [['Status', status] as const] : []),
          ]}
          empty={
            <EmptyState title="No matching certificates">
              None of the {formatShares(certificates.length)} certificates is {status}. Select another status.
            </EmptyState>
          }
        />
      </SearchFirst>
    </>
  );
}
