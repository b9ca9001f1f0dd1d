'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { useJournal } from '#components/data/queries/use-journal';
import { CheckList } from '#components/register/check-list';
import { FilterSheet } from '#components/register/filter-sheet';
import { PeriodBar } from '#components/register/period-bar';
import { putParam } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { EmptyState } from '#components/ui/states';
import { balanceQuery } from '#lib/api/register-queries';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Period } from '#lib/register/periods';
import { rollForward } from '#lib/register/transactions/class-balance';
import { type DateBasis, dateBases } from '#lib/register/transactions/date-bases';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { countsByType } from '#lib/register/transactions/transaction-text';
import { ChangeTable } from './change-table.tsx';
import { classChanges } from './journal-summary.ts';
import { JournalTable } from './journal-table.tsx';
import { TypeFilter } from './type-filter.tsx';
import type { TransactionsProps } from './types.ts';

type Props = TransactionsProps & { period: Period; basis: DateBasis; type: string | null };

const verbs: Readonly<Record<DateBasis, string>> = {
  EffectiveDate: 'took effect',
  ProcessDate: 'were posted',
  ReceivedDate: 'were received',
  CompletedDate: 'were completed',
};

/** Changes between two days: number of transactions, effect on each class, and every transaction. */
export function JournalView(props: Props) {
  const { issuer, types, period, basis, type, today, zone } = props;
  const { from, to } = period;
  const journal = useJournal(issuer, period, basis);
  const byEffective = basis === 'EffectiveDate';
  const before = useQuery({ ...balanceQuery(issuer, addDays(from, -1)), enabled: byEffective });
  const after = useQuery({ ...balanceQuery(issuer, to), enabled: byEffective });
  const entries = useMemo(
    () => (type ? journal.entries.filter((entry) => entry.code === type) : journal.entries),
    [journal.entries, type],
  );
  const whole = byEffective && !type;
  const changes = useMemo(
    () => classChanges(entries, (whole && before.data) || null, (whole && after.data) || null),
    [entries, whole, before.data, after.data],
  );
  const checks = rollForward(
    changes,
    (name) => changes.find((one) => one.className === name)?.opening ?? null,
    (name) => changes.find((one) => one.className === name)?.closing ?? null,
  );
  return (
    <>
      <FilterSheet
        chosen={`${formatDate(from)} to ${formatDate(to)}, ${types.find(({ code }) => code === type)?.title ?? 'all types'}`}
      >
        <PeriodBar period={period} today={today} />
        <Field label="Date type" className="w-44 max-sm:w-full print:hidden">
          <Select
            value={basis}
            onChange={(event) =>
              putParam('by', event.target.value === 'EffectiveDate' ? null : event.target.value)
            }
            options={Object.entries(dateBases).map(([value, [label]]) => ({ value, label }))}
          />
        </Field>
        <TypeFilter types={types} current={type} />
      </FilterSheet>
      {!journal.complete && (
        <>
          {journal.pieces > 1 && !journal.error && (
            <p role="status" className="mb-2 text-sm text-muted">
              Loading transactions: part {formatShares(journal.read + 1)} of {formatShares(journal.pieces)}…
            </p>
          )}
          <JournalNotYet journal={journal} lines={12} />
        </>
      )}
      {journal.complete && (
        <>
          <p className="max-w-4xl font-title text-lg" role="status">
            {entries.length === 0 ? 'No transactions' : textStart(entries)} {verbs[basis]} between{' '}
            {formatDate(from)} and {formatDate(to)}.
          </p>
          <p className="text-sm text-muted">
            By {dateBases[basis][0].toLowerCase()}: {dateBases[basis][1]}
            {basis === 'ProcessDate' && ` (${zone})`}.
          </p>
          <ChangeTable changes={changes} balances={whole} />
          {whole && <CheckList checks={checks} />}
          <div className="mt-6">
            {entries.length === 0 ? (
              <EmptyState title="No transactions">
                There are no completed transactions in this period. Select a longer period.
              </EmptyState>
            ) : (
              <JournalTable {...props} entries={entries} />
            )}
          </div>
        </>
      )}
    </>
  );
}

const textStart = (entries: readonly JournalEntry[]) => {
  const text = countsByType(entries);
  return new Set(entries.map((entry) => entry.type)).size > 1
    ? `${formatShares(entries.length)} transactions (${text})`
    : text;
};
