'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { FirstRange } from '#components/data/first-range';
import { useSearchIndex } from '#components/data/queries/use-search-index';
import { SearchFirst } from '#components/data/search-first';
import { type Chip, FilterChips } from '#components/register/filter-chips';
import { FilterSheet } from '#components/register/filter-sheet';
import { DataTable } from '#components/table/data-table';
import { useReadAllFor } from '#components/table/window/range-reading';
import { ReadingBar } from '#components/table/window/reading-bar';
import { putParam } from '#components/ui/browser/address-params';
import { EmptyState, Skeleton } from '#components/ui/states';
import { balanceQuery } from '#lib/api/register-queries';
import { useRowRanges } from '#lib/api/rows/row-ranges';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { holderColumns, withPercent } from './columns.ts';
import { classNames, type HolderRow, holderRow, kindsOf, pastHolderRow } from './holders.ts';
import { KindFilter } from './kind-filter.tsx';
import { holdersInput, pastHoldersInput } from './queries.ts';
import type { HoldersProps } from './types.ts';

const tests: Readonly<Record<string, (row: HolderRow) => boolean>> = {
  'no-email': (row) => row.email === '',
  several: (row) => row.classes > 1,
};

const noun = ['holder', 'holders'] as const;
const noRows: readonly HolderRow[] = [];
/** Rows checked for classes that the balance does not list. */
const glancedRows = 40;

type TableProps = HoldersProps & {
  ranges: Omit<ReturnType<typeof useRowRanges<'GetIssuerShareholderDetails', HolderRow>>, 'first'>;
  /** The day that the shares are of; the balance is read for the same one. */
  day: string;
  /** True where the day is a past one. */
  isPast: boolean;
};

/** Current holders, one line each, loaded as the user scrolls. */
export function HolderTable(props: HoldersProps) {
  const ranges = useRowRanges('GetIssuerShareholderDetails', holdersInput(props.issuer), holderRow);
  return <HolderRows {...props} ranges={ranges} day={props.today} isPast={false} />;
}

/** The same at the close of a past day. */
export function PastHolderTable({ day, ...props }: HoldersProps & { day: string }) {
  const ranges = useRowRanges('GetHoldersAsOf', pastHoldersInput(props.issuer, day), pastHolderRow);
  return <HolderRows {...props} ranges={ranges} day={day} isPast />;
}

/** The operations neither search nor sort: for search, sort and filters every row is loaded first. */
function HolderRows({ issuer, name, contact, asof, ranges, day, isPast }: TableProps) {
  const params = useSearchParams();
  const balance = useQuery(balanceQuery(issuer, day)).data;
  const { all, at, total } = ranges;
  const listed = useMemo(() => (balance ?? []).map((one) => one.className), [balance]);
  const glanced = total === null ? noRows : (all ?? Array.from({ length: glancedRows }, (_, row) => at(row)));
  const classText = JSON.stringify(classNames(glanced, listed));
  const columns = useMemo(() => {
    const classes: string[] = JSON.parse(classText);
    const dollars = dollarClasses(balance ?? []);
    const shown = holderColumns({ issuer, asof, classes, dollars, contact });
    const [single] = classes;
    if (classes.length !== 1 || single === undefined) return shown;
    const whole = balance?.find((one) => one.className === single)?.totalOutstandingShares;
    return withPercent(shown, single, exact(whole));
  }, [issuer, asof, classText, contact, balance]);
  const kind = params.get('type');
  const only = params.get('only');
  const test = only === null ? undefined : tests[only];
  const chosen = kind !== null || test !== undefined;
  useReadAllFor(ranges, chosen ? `${kind} ${only}` : '');
  const rows = useMemo(() => {
    if (!all || !chosen) return all;
    return all.filter((row) => (!kind || row.kind === kind) && (!test || test(row)));
  }, [all, chosen, kind, test]);
  useSearchIndex(rows ?? noRows, columns, rows !== null);
  const count = (id: string) => (all ? all.filter((row) => tests[id]?.(row)).length : null);
  const chips: Chip[] = [
    { value: null, label: 'All', count: total },
    ...(listed.length > 1
      ? [{ value: 'several', label: 'More than one class', count: count('several'), hideEmpty: true }]
      : []),
    ...(contact ? [{ value: 'no-email', label: 'No email', count: count('no-email'), hideEmpty: true }] : []),
  ];
  const table = {
    id: `holders-${listed.length === 1 ? 'one' : issuer}`,
    label: 'Holders',
    columns,
    rowId: (row: HolderRow) => row.id,
    noun,
    fileName: `holders_${issuer}_${day}.csv`,
  };
  return (
    <FirstRange ranges={ranges} waiting="Loading holders…">
      {() =>
        total === 0 ? (
          <EmptyState title="No holders">
            {isPast
              ? `No account of this issuer held shares on ${formatDate(day)}.`
              : 'No account of this issuer holds shares. Completed issuances add holders.'}
          </EmptyState>
        ) : (
          <>
            <FilterSheet
              chosen={`${chips.find(({ value }) => value === (test ? only : null))?.label ?? 'All'}, ${kind ?? 'all account types'}`}
            >
              {chips.length > 1 && (
                <FilterChips
                  label="Filter holders by kind"
                  chips={chips}
                  current={test ? only : null}
                  onChoose={(value) => putParam('only', value)}
                />
              )}
              <KindFilter kinds={kindsOf(all ?? noRows)} current={kind} />
            </FilterSheet>
            {chosen && !rows ? (
              <>
                <ReadingBar {...{ ranges, noun }} requested />
                <Skeleton lines={12} />
              </>
            ) : (
              <SearchFirst>
                <DataTable
                  {...table}
                  {...(chosen && rows ? { rows } : { ranges })}
                  about={[
                    ['Holders of', `${name} (${issuer})`],
                    [isPast ? 'As of' : 'Current', day],
                    ...(kind ? [['Type', kind] as const] : []),
                    ...(only
                      ? [['Only', chips.find((chip) => chip.value === only)?.label ?? only] as const]
                      : []),
                  ]}
                  empty={
                    <EmptyState title="No matching holders">
                      None of the {formatShares(total ?? 0)} holders matches this filter. Select another
                      filter.
                    </EmptyState>
                  }
                />
              </SearchFirst>
            )}
          </>
        )
      }
    </FirstRange>
  );
}
