'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useAllRows } from '#lib/api/all-rows';
import { formatShares } from '#lib/format/shares';
import { DataTable } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/states';
import { dollarClasses } from '../../../../capacity-of.ts';
import { sum } from '../../../../exact.ts';
import { type Chip, FilterChips, putParam } from '../../../../filter-chips.tsx';
import { NotYet } from '../../../../loaded.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { RowsProgress, RowsTrouble } from '../../../../rows-progress.tsx';
import { SearchFirst } from '../../../../search-first.tsx';
import { SourceNote } from '../../../../source-note.tsx';
import { useWarmSearch } from '../../../../warm-search.ts';
import { classNames, type HolderRow, holderRows, kindsOf } from '../../../figures/holders.ts';
import { holderColumns, withPercent } from './columns.ts';
import type { HoldersProps } from './holders-screen.tsx';
import { KindFilter } from './kind-filter.tsx';

const tests: Readonly<Record<string, (row: HolderRow) => boolean>> = {
  'no-email': (row) => row.email === '',
  several: (row) => row.classes > 1,
};

/** Rows are drawn anew at 1, 2, 4, 8… pages, so that a long register does not sort itself a hundred times. */
const pagesDrawn = (count: number) => 2 ** Math.floor(Math.log2(Math.max(1, count)));

/** Everybody who holds something, one line each, put together from the rows of the cap table as they come. */
export function HolderTable({ issuer, name, contact, asof, today }: HoldersProps) {
  const params = useSearchParams();
  const read = useAllRows('GetShareholderCapTable', { CustomerIssuerId: issuer });
  const balance = useQuery(balanceQuery(issuer, today));
  const { pages, complete, stopped } = read;
  const drawn = complete || stopped ? pages.length : pagesDrawn(pages.length);
  const { holders, classes } = useMemo(() => {
    const rows = pages.slice(0, drawn).flatMap((page) => page.shareholders);
    return { holders: holderRows(rows), classes: classNames(rows, pages[0]?.securities ?? []) };
  }, [pages, drawn]);
  const dollars = useMemo(() => dollarClasses(balance.data ?? []), [balance.data]);
  const columns = useMemo(() => {
    const shown = holderColumns({ issuer, asof, classes, dollars, contact });
    const [single] = classes;
    if (classes.length !== 1 || single === undefined) return shown;
    return withPercent(shown, single, sum(holders.map((row) => row.byClass[single] ?? null)));
  }, [issuer, asof, classes, dollars, contact, holders]);
  const kind = params.get('type');
  const only = params.get('only');
  const rows = useMemo(() => {
    const test = only === null ? undefined : tests[only];
    if (!kind && !test) return holders;
    return holders.filter((row) => (!kind || row.kind === kind) && (!test || test(row)));
  }, [holders, kind, only]);
  useWarmSearch(rows, columns, complete);
  if (pages.length === 0) {
    const { error, isFetching, stop: cancel } = read;
    const retry = () => void read.again();
    return (
      <NotYet
        lines={12}
        waiting="The registry is listing the holders."
        {...{ error, isFetching, retry, cancel }}
      />
    );
  }
  const count = (id: string) => holders.filter((row) => tests[id]?.(row)).length;
  const chips: Chip[] = [
    { value: null, label: 'All', count: holders.length },
    ...(classes.length > 1
      ? [{ value: 'several', label: 'More than one class', count: count('several'), hideEmpty: true }]
      : []),
    ...(contact
      ? [{ value: 'no-email', label: 'No e-mail', count: count('no-email'), hideEmpty: true }]
      : []),
  ];
  return (
    <>
      <SourceNote mark={null}>
        {!complete && !read.error && <RowsProgress read={read} noun="holdings" />}
      </SourceNote>
      <RowsTrouble read={read} />
      {holders.length === 0 ? (
        <EmptyState title="Nobody holds anything yet">
          No account of this issuer holds shares. Once an issuance is completed its holders appear here.
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            {chips.length > 1 && (
              <FilterChips
                label="Holders shown"
                chips={chips}
                current={only !== null && tests[only] ? only : null}
                onChoose={(value) => putParam('only', value)}
              />
            )}
            <KindFilter kinds={kindsOf(holders)} current={kind} />
          </div>
          <SearchFirst>
            <DataTable
              id={`holders-${classes.length === 1 ? 'one' : issuer}`}
              label="Holders"
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              noun={['holder', 'holders']}
              fileName={`holders_${issuer}_${today}.csv`}
              about={[
                ['Holders of', `${name} (${issuer})`],
                ['Current', today],
                ...(kind ? [['Type', kind] as const] : []),
                ...(only
                  ? [['Only', chips.find((chip) => chip.value === only)?.label ?? only] as const]
                  : []),
              ]}
              empty={
                <EmptyState title="No such holder">
                  None of the {formatShares(holders.length)} holders is of this kind. Choose another above.
                </EmptyState>
              }
            />
          </SearchFirst>
        </>
      )}
    </>
  );
}
