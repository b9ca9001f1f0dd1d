'use client';

import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useCertificateNumbers } from '#components/data/queries/use-certificate-numbers';
import { DataTable } from '#components/table/data-table';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { lineRows } from './journal-summary.ts';
import { lineColumns } from './line-columns.ts';

type Props = {
  issuer: number;
  asof: string | null;
  dollars: ReadonlySet<string>;
  entries: readonly JournalEntry[];
  /** Suffix of the file name. */
  file: string;
  about: readonly (readonly [string, string])[];
};

/** The journal, one line per certificate canceled or issued. */
export function JournalLines({ issuer, asof, dollars, entries, file, about }: Props) {
  const rows = useMemo(() => lineRows(entries), [entries]);
  const lines = useMemo(() => rows.map(({ line }) => line), [rows]);
  const { numbers, loading } = useCertificateNumbers(issuer, lines);
  const kit = useMemo(() => lineColumns(issuer, asof, dollars, numbers), [issuer, asof, dollars, numbers]);
  if (loading) return <LoadingPlaceholder text="Loading certificate numbers…" lines={12} />;
  return (
    <DataTable
      id="journal-lines"
      label="Certificates canceled and issued"
      columns={kit}
      rows={rows}
      rowId={(row) => row.id}
      noun={['line', 'lines']}
      fileName={`journal-lines_${file}`}
      about={about}
    />
  );
}
