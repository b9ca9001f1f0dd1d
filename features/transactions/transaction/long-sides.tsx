// Table of the certificates in a transaction that has too many of them for lists.

'use client';

import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useCertificateNumbers } from '#components/data/queries/use-certificate-numbers';
import { DataTable } from '#components/table/data-table';
import { Section } from '#components/ui/text';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { lineRows } from '../journal-summary.ts';
import { lineColumns } from '../line-columns.ts';

const ownLine = new Set(['effective', 'transaction', 'type']);

/** Every line of a large transaction in one table. */
export function LongSides({ issuer, issuerName, entry, dollars, asof }: CertificateLinesProps) {
  const rows = useMemo(() => lineRows([entry]), [entry]);
  const lines = useMemo(() => rows.map(({ line }) => line), [rows]);
  const { numbers, loading } = useCertificateNumbers(issuer, lines);
  const inDollars = [...dollars].join('\n');
  const columns = useMemo(() => {
    const set = new Set(inDollars.split('\n'));
    return lineColumns(issuer, asof, set, numbers).filter((column) => !ownLine.has(column.id));
  }, [issuer, asof, inDollars, numbers]);
  if (loading) return <LoadingPlaceholder text="Loading certificate numbers…" lines={8} />;
  return (
    <Section title="Certificates canceled and issued">
      <DataTable
        id="transaction-lines"
        label="Certificates canceled and issued"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        noun={['line', 'lines']}
        fileName={`transaction_${issuer}_${entry.number}.csv`}
        about={[
          ['Transaction', `${entry.type} ${entry.number}, ${issuerName} (${issuer})`],
          ['Effective', entry.effective],
        ]}
      />
    </Section>
  );
}

export type CertificateLinesProps = {
  issuer: number;
  issuerName: string;
  entry: JournalEntry;
  dollars: ReadonlySet<string>;
  asof: string | null;
};
