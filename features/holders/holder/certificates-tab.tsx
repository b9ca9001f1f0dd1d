'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { QueryResult } from '#components/data/query-result';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { notReported } from '#components/register/not-reported';
import { SourceNote } from '#components/register/source-note';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import type { ApiError } from '#lib/api/error';
import { query } from '#lib/api/query';
import { balanceQuery, certificatesQuery } from '#lib/api/register-queries';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { dollarClasses } from '#lib/register/capacity';
import { type Certificate, certificatesOf, outstandingOn } from '#lib/register/certificates';
import { routes } from '#lib/routes';
import { certificateColumns } from './certificate-columns.tsx';

type Props = {
  issuer: number;
  issuerName: string;
  account: string;
  name: string;
  asof: string | null;
  today: string;
  read: UseQueryResult<ResponseFor<'GetHoldingCertificates'>, ApiError>;
};

const newest = { sort: [{ id: 'issued', desc: true }] };

/** Every certificate the account has or had. */
export function CertificatesTab({ issuer, issuerName, account, name, asof, today, read }: Props) {
  const balance = useQuery(balanceQuery(issuer, today));
  const details = useQuery(
    query('GetIssuerShareholderDetails', { CustomerIssuerId: issuer, CustomerShareholderId: account }),
  );
  const rows = useMemo(() => certificatesOf(read.data), [read.data]);
  const shown = useMemo(
    () => currentColumns(issuer, account, asof, dollarClasses(balance.data ?? []), issuedBy(details.data)),
    [issuer, account, asof, balance.data, details.data],
  );
  return (
    <QueryResult
      result={read}
      queryKey={certificatesQuery(issuer, account).queryKey}
      waiting="Loading certificates…"
      lines={8}
    >
      {() => (
        <>
          {asof && (
            <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
              The column after the number is the status on {formatDate(asof)}, from the dates of issue and
              cancellation. Stops are current.
            </SourceNote>
          )}
          <DataTable
            id="holder-certificates"
            label={`Certificates of ${name}`}
            columns={shown}
            rows={rows}
            rowId={(row) => row.key}
            noun={['certificate', 'certificates']}
            initial={newest}
            fileName={`certificates_${issuer}_${today}.csv`}
            about={[
              ['Certificates of', `account ${account}, ${issuerName} (${issuer})`],
              ['Current', today],
            ]}
            height="panel"
            empty={
              <EmptyState title="No certificates">
                No certificate or book entry of this issuer has ever been registered to this account.
              </EmptyState>
            }
          />
        </>
      )}
    </QueryResult>
  );
}

const then = (row: Certificate, day: string) =>
  ({ true: 'Outstanding', false: row.issued > day ? 'Not yet issued' : 'Canceled', null: 'Not reported' })[
    `${outstandingOn(row, day)}`
  ];

function currentColumns(
  issuer: number,
  account: string,
  asof: string | null,
  dollars: ReadonlySet<string>,
  issuance: ReadonlyMap<string, number>,
): readonly Column<Certificate>[] {
  const common = certificateColumns<Certificate>({ issuer, account, asof, dollars });
  return [
    common.number,
    ...(asof
      ? [
          columns.text<Certificate>('then', `On ${formatDate(asof)}`, (row) => then(row, asof), {
            widthPx: 130,
          }),
        ]
      : []),
    common.status(asof ? 'Current status' : 'Status'),
    ...common.holding,
    columns.text('stop', 'Stop', (row) => row.stop ?? 'Not reported', {
      widthPx: 150,
      cell: (row) => row.stop ?? notReported,
    }),
    common.issued,
    columns.link<Certificate>(
      'by',
      'Issued by',
      (row) => issuance.get(row.key) ?? '',
      (row) => {
        const by = issuance.get(row.key);
        return by === undefined ? null : routes.transaction(issuer, by, { asof });
      },
      {
        widthPx: 120,
        help: 'Transaction that issued the certificate. Reported for outstanding certificates only.',
      },
    ),
    common.canceled(),
    columns.text('count', 'Count', (row) => (row.postReverseSplit ? 'After the reverse split' : ''), {
      widthPx: 170,
      hidden: true,
    }),
  ];
}

/**
 * The transaction that issued a certificate, by certificate key; the shareholder details give it for
 * outstanding ones.
 */
function issuedBy(
  details: ResponseFor<'GetIssuerShareholderDetails'> | undefined,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const holder of details?.shareholders ?? []) {
    for (const { certificates } of holder.securities ?? []) {
      for (const { controlCertificateId, issuanceTransactionId } of certificates ?? []) {
        if (controlCertificateId !== undefined && typeof issuanceTransactionId === 'number')
          found.set(`${controlCertificateId}`, issuanceTransactionId);
      }
    }
  }
  return found;
}
