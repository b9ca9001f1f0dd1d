'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RowsError, RowsRead } from '#components/data/rows-progress';
import { AsOfLabel } from '#components/register/as-of-label';
import { SourceNote } from '#components/register/source-note';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { balanceQuery } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatDate } from '#lib/format/dates';
import { dollarClasses } from '#lib/register/capacity';
import {
  type PastCertificate,
  pastCertificate,
  pastCertificatesInput,
} from '#lib/register/past-certificates';
import { certificateColumns } from './certificate-columns.tsx';

type Props = {
  issuer: number;
  issuerName: string;
  account: string;
  name: string;
  asof: string;
  today: string;
};

const newest = { sort: [{ id: 'issued', desc: true }] };

/** Certificates of an account at the close of a past day, with the stops of that day. */
export function PastCertificates({ issuer, issuerName, account, name, asof, today }: Props) {
  const read = useAllRows('GetCertificatesAsOf', pastCertificatesInput(issuer, asof, account));
  const balance = useQuery(balanceQuery(issuer, asof));
  const { pages, complete } = read;
  const rows = useMemo(() => pages.flatMap((page) => page.certificates).map(pastCertificate), [pages]);
  const shown = useMemo(
    () => pastColumns(issuer, account, asof, dollarClasses(balance.data ?? [])),
    [issuer, account, asof, balance.data],
  );
  if (pages.length === 0)
    return read.error ? (
      <ErrorPanel error={read.error} onRetry={() => void read.again()} />
    ) : (
      <LoadingPlaceholder text="Loading certificates…" lines={8} />
    );
  return (
    <>
      <SourceNote mark={<AsOfLabel date={asof} today={today} />}>
        <RowsRead read={read} />
      </SourceNote>
      <RowsError read={read} />
      <DataTable
        id="holder-certificates-past"
        label={`Certificates of ${name}`}
        columns={shown}
        rows={rows}
        rowId={(row) => row.key}
        noun={['certificate', 'certificates']}
        initial={newest}
        arriving={!complete}
        fileName={`certificates_${issuer}_${asof}.csv`}
        about={[
          ['Certificates of', `account ${account}, ${issuerName} (${issuer})`],
          ['As of', asof],
        ]}
        height="panel"
        empty={
          <EmptyState title="No certificates">
            No certificate or book entry had been registered to this account by {formatDate(asof)}.
          </EmptyState>
        }
      />
    </>
  );
}

function pastColumns(
  issuer: number,
  account: string,
  asof: string,
  dollars: ReadonlySet<string>,
): readonly Column<PastCertificate>[] {
  const common = certificateColumns<PastCertificate>({ issuer, account, asof, dollars });
  return [
    common.number,
    common.status('Status'),
    ...common.holding,
    columns.text('stop', 'Stop', (row) => row.stop ?? '', {
      widthPx: 150,
      help: 'Stops that were active on the date.',
    }),
    common.issued,
    common.canceled('Empty when it was outstanding on the date.'),
    columns.text('form', 'Form', (row) => row.form, { widthPx: 112, hidden: true }),
    columns.date('acquired', 'Acquired', (row) => row.acquired, { hidden: true }),
  ];
}
