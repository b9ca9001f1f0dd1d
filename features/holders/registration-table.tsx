'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useAccountCount } from '#components/data/queries/use-account-count';
import { useSearchIndex } from '#components/data/queries/use-search-index';
import { QueryResult } from '#components/data/query-result';
import { RowsError, RowsProgress } from '#components/data/rows-progress';
import { SearchFirst } from '#components/data/search-first';
import { TooLargeNotice } from '#components/data/too-large-notice';
import { type Chip, FilterChips } from '#components/register/filter-chips';
import { SourceNote } from '#components/register/source-note';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { LinkButton } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { query } from '#lib/api/query';
import { useAllRows } from '#lib/api/rows/all-rows';
import { routes } from '#lib/routes';
import { registrationColumns } from './columns.ts';
import { keysOfHolding, kindsOf, type RegistrationRow, registrationRows } from './holders.ts';
import { KindFilter } from './kind-filter.tsx';
import type { HoldersProps } from './types.ts';

const tests: Readonly<Record<string, (row: RegistrationRow) => boolean>> = {
  nothing: (row) => row.holds === false,
  'no-address': (row) => row.address === '',
  'no-email': (row) => row.email === '',
  'no-tax-id': (row) => row.taxId === '',
};

/** Every registration with an account at the issuer, also accounts without current holdings. */
export function RegistrationTable({ issuer, name, contact, asof, today }: HoldersProps) {
  const params = useSearchParams();
  const requested = query('GetShareholderDetailsList', { customerIssuerId: issuer });
  const { accounts, tooMany } = useAccountCount(issuer, today);
  const result = useQuery({ ...requested, enabled: !tooMany });
  const read = useAllRows('GetShareholderCapTable', { CustomerIssuerId: issuer }, result.isSuccess);
  const { pages, complete } = read;
  const all = useMemo(() => {
    const holding = complete ? keysOfHolding(pages.flatMap((page) => page.shareholders)) : null;
    return registrationRows(result.data?.shareholders ?? [], holding);
  }, [result.data, pages, complete]);
  const columns = useMemo(() => registrationColumns(issuer, asof, contact), [issuer, asof, contact]);
  const kind = params.get('type');
  const only = params.get('only');
  const rows = useMemo(() => {
    const test = only === null ? undefined : tests[only];
    if (!kind && !test) return all;
    return all.filter((row) => (!kind || row.kind === kind) && (!test || test(row)));
  }, [all, kind, only]);
  useSearchIndex(rows, columns, complete);
  const count = (id: string) => all.filter((row) => tests[id]?.(row)).length;
  const chips: Chip[] = [
    { value: null, label: 'All', count: all.length },
    { value: 'nothing', label: 'No shares', count: complete ? count('nothing') : null },
    ...(contact
      ? [
          { value: 'no-address', label: 'No address', count: count('no-address'), hideEmpty: true },
          { value: 'no-email', label: 'No email', count: count('no-email'), hideEmpty: true },
        ]
      : []),
    { value: 'no-tax-id', label: 'No tax ID', count: count('no-tax-id'), hideEmpty: true },
  ];
  const holding = <LinkButton href={routes.holders(issuer, { asof })}>Show current holders</LinkButton>;
  if (tooMany)
    return (
      <TooLargeNotice
        {...{ issuer, accounts, asof }}
        requested="The list of all accounts"
        instead={holding}
      />
    );
  return (
    <QueryResult
      result={result}
      queryKey={requested.queryKey}
      waiting="Loading accounts…"
      lines={12}
      instead={
        <>
          {holding}
          <LinkButton
            href={routes.newReport('shareholder-list', { issuer, asof, certificateInfoStatus: 'All' })}
          >
            Create shareholder list
          </LinkButton>
        </>
      }
    >
      {() => (
        <>
          <SourceNote mark={null}>
            {!complete && !read.error && (
              <RowsProgress read={read} noun="holdings" meanwhile="Holdings appear when all are loaded." />
            )}
          </SourceNote>
          <RowsError read={read} />
          {all.length > 0 && (
            <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <FilterChips
                label="Filter accounts by kind"
                chips={chips}
                current={only !== null && tests[only] ? only : null}
                onChoose={(value) => putParam('only', value)}
              />
              <KindFilter kinds={kindsOf(all)} current={kind} />
            </div>
          )}
          <SearchFirst>
            <DataTable
              id="registrations"
              label="Accounts"
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              noun={['account', 'accounts']}
              fileName={`accounts_${issuer}_${today}.csv`}
              about={[
                ['Accounts of', `${name} (${issuer})`],
                ['Current', today],
                ...(kind ? [['Type', kind] as const] : []),
                ...(only
                  ? [['Only', chips.find((chip) => chip.value === only)?.label ?? only] as const]
                  : []),
              ]}
              empty={
                <EmptyState title={all.length === 0 ? 'No accounts' : 'No matching accounts'}>
                  {all.length === 0
                    ? 'No holder has ever been registered for this issuer.'
                    : 'Select another filter.'}
                </EmptyState>
              }
            />
          </SearchFirst>
        </>
      )}
    </QueryResult>
  );
}
