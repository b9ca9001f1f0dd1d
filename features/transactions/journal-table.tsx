'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { FilterChips } from '#components/register/filter-chips';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { balanceQuery } from '#lib/api/register-queries';
import { dollarClasses } from '#lib/register/capacity';
import type { Period } from '#lib/register/periods';
import { type DateBasis, dateBases } from '#lib/register/transactions/date-bases';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { entryColumns } from './journal-columns.ts';
import { entryRow } from './journal-summary.ts';
import type { TransactionsProps } from './types.ts';

/** Loaded on a press: the journal opens with one line per transaction. */
const JournalLines = lazyComponent(
  () => import('./journal-lines.tsx').then((part) => part.JournalLines),
  <LoadingPlaceholder text="Loading certificates…" lines={12} />,
  'when drawn',
);

type Props = TransactionsProps & { period: Period; basis: DateBasis; entries: readonly JournalEntry[] };

/** The journal, one line per transaction or one per certificate. */
export function JournalTable({ issuer, name, types, period, basis, entries, asof, today, zone }: Props) {
  const params = useSearchParams();
  const lines = params.get('show') === 'lines';
  const kind = types.find(({ code }) => code === params.get('type'))?.title;
  const balance = useQuery(balanceQuery(issuer, today));
  const dollars = useMemo(() => dollarClasses(balance.data ?? []), [balance.data]);
  const kit = useMemo(() => entryColumns(issuer, asof, dollars, zone), [issuer, asof, dollars, zone]);
  const entryRows = useMemo(() => entries.map(entryRow).reverse(), [entries]);
  const about: readonly (readonly [string, string])[] = [
    ['Journal of', `${name} (${issuer})`],
    [`${dateBases[basis][0]} from`, period.from],
    [`${dateBases[basis][0]} to`, period.to],
    ...(kind ? [['Type', kind] as const] : []),
    ['Time zone of process dates', zone],
  ];
  const file = `${issuer}_${period.from}_${period.to}.csv`;
  const count = entries.reduce((total, one) => total + one.canceled.length + one.issued.length, 0);
  return (
    <>
      <div className="mb-3">
        <FilterChips
          label="Show"
          current={lines ? 'lines' : null}
          onChoose={(value) => putParam('show', value)}
          chips={[
            { value: null, label: 'Transactions', count: entries.length },
            { value: 'lines', label: 'Certificates canceled and issued', count },
          ]}
        />
      </div>
      {lines ? (
        <JournalLines {...{ issuer, asof, dollars, entries, file, about }} />
      ) : (
        <DataTable
          id="journal"
          label="Journal"
          columns={kit}
          rows={entryRows}
          rowId={(row) => row.entry.key}
          noun={['transaction', 'transactions']}
          fileName={`journal_${file}`}
          about={about}
        />
      )}
    </>
  );
}
