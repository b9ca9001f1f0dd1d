'use client';

import { useMemo } from 'react';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { formatDate } from '#lib/format/dates';
import type { ClassLine, Holding } from '#lib/register/ownership/cap-table';
import { classColumns, columnsByHolder } from './columns.ts';
import type { CapTableKind } from './views.ts';

type Props = {
  view: Exclude<CapTableKind, 'matrix'>;
  issuer: number;
  /** Of the issuer. */
  name: string;
  holdings: readonly Holding[];
  lines: readonly ClassLine[];
  /** As-of date of the page; its links keep it. */
  asof: string | null;
  /** 'yyyy-mm-dd', the day of the rows. */
  day: string;
  isReconstructed?: boolean;
  /** Too many holdings to list one class at a time. */
  long?: boolean;
  /** More rows are loading. */
  arriving?: boolean;
};

const largest = { sort: [{ id: 'shares', desc: true }] };

const Nobody = ({ past }: { past: string | null }) => (
  <EmptyState title="No holdings">
    {past
      ? `No account of this issuer held shares on ${formatDate(past)}. Select a later date.`
      : 'No account of this issuer holds shares. Completed issuances add holdings.'}
  </EmptyState>
);

/** The same holdings in two tables; sort, filter and columns of each are in the address. */
export function Views(props: Props) {
  const { view, issuer, name, holdings, lines, asof, day } = props;
  const { isReconstructed = false, long = false, arriving } = props;
  const byClass = useMemo(() => classColumns({ issuer, asof }, long), [issuer, asof, long]);
  const byHolder = useMemo(
    () => columnsByHolder(lines.length, isReconstructed, { issuer, asof }),
    [lines.length, isReconstructed, issuer, asof],
  );
  const file = `cap-table_${issuer}_by-${view}_${day}`;
  const about: readonly (readonly [string, string])[] = [
    ['Cap table of', `${name} (${issuer})`],
    isReconstructed ? ['As of', `${day} (reconstructed from ownership and balances)`] : ['Current', day],
  ];
  if (view === 'class') {
    return (
      <DataTable
        key="class"
        id="cap-table-class"
        label="Cap table by class"
        columns={byClass}
        rows={lines}
        rowId={(line) => line.id}
        noun={['class', 'classes']}
        fileName={file}
        about={about}
        empty={<Nobody past={isReconstructed ? day : null} />}
      />
    );
  }
  return (
    <DataTable
      key={isReconstructed ? 'rebuilt' : 'holder'}
      id={isReconstructed ? 'cap-table-rebuilt' : 'cap-table-holder'}
      label="Cap table by holder"
      columns={byHolder}
      rows={holdings}
      rowId={(holding) => holding.id}
      noun={['holding', 'holdings']}
      selectable
      arriving={arriving}
      initial={largest}
      fileName={file}
      about={about}
      empty={<Nobody past={isReconstructed ? day : null} />}
    />
  );
}
