'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RowsError, RowsRead } from '#components/data/rows-progress';
import { SearchFirst } from '#components/data/search-first';
import { AsOfLabel } from '#components/register/as-of-label';
import { FilterChips } from '#components/register/filter-chips';
import { SourceNote } from '#components/register/source-note';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { isActiveOn, placedBy, type Stop, stopFilter, stopOf, stopsInput } from './stops.ts';

type Props = { issuer: number; name: string; asof: string | null; today: string };

const stateTones = { Active: 'danger', Released: 'neutral' } as const;

function stopColumns(issuer: number, asof: string | null, today: string): readonly Column<Stop>[] {
  const day = asof ?? today;
  return [
    columns.date('placed', 'Placed', (row) => row.placed, {
      widthPx: 112,
      total: (rows) => `${formatShares(rows.length)} in total`,
    }),
    columns.link(
      'number',
      'Certificate',
      (row) => row.number,
      (row) =>
        row.certificate === null
          ? null
          : routes.certificate(issuer, row.certificate, { holder: row.account, asof }),
      { widthPx: 112 },
    ),
    columns.text('kind', 'Kind', (row) => row.kind, { widthPx: 264 }),
    columns.badge('state', 'Status', (row) => (isActiveOn(row, day) ? 'Active' : 'Released'), stateTones, {
      widthPx: 104,
    }),
    columns.link(
      'holder',
      'Holder',
      (row) => row.holder || row.account,
      (row) => (row.account ? routes.holder(issuer, row.account, { asof }) : null),
      { widthPx: 210 },
    ),
    columns.text('class', 'Class', (row) => row.className, { widthPx: 160 }),
    columns.shares('shares', 'Shares', (row) => row.shares, { widthPx: 104 }),
    columns.text('demanded', 'Demanded by', (row) => row.demandedBy, { widthPx: 160 }),
    columns.text('document', 'Document', (row) => row.document, { widthPx: 160 }),
    columns.text('placer', 'Placed by', (row) => row.placedBy, {
      widthPx: 180,
      help: 'The user who recorded it. Empty for stops recorded before users were kept.',
    }),
    columns.date('expires', 'Expires', (row) => row.expires),
    columns.date('released', 'Released', (row) => row.released, {
      help: asof === null ? undefined : `May be after ${formatDate(asof)}.`,
    }),
    columns.text('releaser', 'Released by', (row) => row.releasedBy, { widthPx: 180 }),
    columns.link(
      'by',
      'Released with',
      (row) => row.transactionNumber,
      (row) => (row.transaction === null ? null : routes.transaction(issuer, row.transaction, { asof })),
      { widthPx: 116, help: 'The transaction that released it, if one did.' },
    ),
    columns.text('reason', 'Reason for release', (row) => row.releaseReason, { widthPx: 180 }),
    columns.text('paper', 'Release document', (row) => row.releaseDocument, { widthPx: 150 }),
    columns.text('note', 'Note', (row) => row.note, { widthPx: 200 }),
    columns.text('account', 'Account', (row) => row.account, { widthPx: 112, hidden: true }),
  ];
}

/** Stops on the certificates of the issuer, newest first; on a past day those placed by then. */
export function StopTable({ issuer, name, asof, today }: Props) {
  const chosen = stopFilter(useSearchParams().get('stops'));
  const read = useAllRows('GetStops', stopsInput(issuer));
  const { pages, complete } = read;
  const day = asof ?? today;
  const all = useMemo(() => placedBy(pages.flatMap((page) => page.stops).map(stopOf), day), [pages, day]);
  const rows = useMemo(
    () => (chosen ? all.filter((row) => isActiveOn(row, day) === (chosen === 'active')) : all),
    [all, chosen, day],
  );
  const shown = useMemo(() => stopColumns(issuer, asof, today), [issuer, asof, today]);
  if (pages.length === 0)
    return read.error ? (
      <ErrorPanel error={read.error} onRetry={() => void read.again()} />
    ) : (
      <LoadingPlaceholder text="Loading stops…" lines={12} />
    );
  if (all.length === 0)
    return (
      <EmptyState title="No stops">
        {asof
          ? `No certificate of this issuer had been stopped by ${formatDate(asof)}.`
          : 'No certificate of this issuer has ever been stopped.'}
      </EmptyState>
    );
  const active = all.filter((row) => isActiveOn(row, day)).length;
  return (
    <>
      <SourceNote mark={<AsOfLabel date={asof} today={today} />}>
        <RowsRead read={read} />
      </SourceNote>
      <RowsError read={read} />
      <div className="mb-3">
        <FilterChips
          label="Filter stops by status"
          current={chosen}
          onChoose={(value) => putParam('stops', value)}
          chips={[
            { value: null, label: 'All', count: all.length },
            { value: 'active', label: 'Active', count: active },
            { value: 'released', label: 'Released', count: all.length - active },
          ]}
        />
      </div>
      <SearchFirst>
        <DataTable
          id="certificate-stops"
          label="Stops"
          columns={shown}
          rows={rows}
          rowId={(row) => row.id}
          noun={['stop', 'stops']}
          arriving={!complete}
          fileName={`stops_${issuer}_${day}.csv`}
          about={[
            ['Stops of', `${name} (${issuer})`],
            [asof ? 'As of' : 'Current', day],
            ...(chosen ? [['Status', chosen] as const] : []),
          ]}
          empty={
            <EmptyState title="No matching stops">
              None of the {formatShares(all.length)} stops is {chosen}. Select another status.
            </EmptyState>
          }
        />
      </SearchFirst>
    </>
  );
}
