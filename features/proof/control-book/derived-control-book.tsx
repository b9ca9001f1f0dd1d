'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useJournal } from '#components/data/queries/use-journal';
import { QueryPlaceholder } from '#components/data/query-result';
import { CheckList } from '#components/register/check-list';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { balanceQuery, ownershipQuery } from '#lib/api/register-queries';
import { addDays, formatDate } from '#lib/format/dates';
import type { Period } from '#lib/register/periods';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { rollForward } from '#lib/register/transactions/class-balance';
import { BalanceGaps, ClassRollForwards } from './class-roll-forwards.tsx';
import { classBooks, type DayLine, dayLines } from './control-book.ts';

type Pick = (line: DayLine) => bigint | null;

const amount = (id: string, header: string, pick: Pick, help: string, text = quantity): Column<DayLine> =>
  columns.shares(id, header, pick, {
    help,
    cell: (line) => text(pick(line), line.dollars),
    sheet: (line) => (line.dollars ? 'dollars' : 'shares'),
  });

/** Debits and credits by day as in a control book, with the resulting balance. */
const dayColumns: readonly Column<DayLine>[] = [
  columns.date('day', 'Effective', (line) => line.day),
  columns.text('class', 'Class', (line) => line.className, { widthPx: 200 }),
  columns.shares('transactions', 'Transactions', (line) => line.transactions, { widthPx: 120, total: 'sum' }),
  columns.text('types', 'Types', (line) => line.types, { widthPx: 220 }),
  amount('issued', 'Issued', (line) => line.issued, 'Shares of the certificates issued that day.'),
  amount('canceled', 'Canceled', (line) => line.canceled, 'Shares of the certificates canceled that day.'),
  amount('net', 'Net', (line) => line.net, 'Issued less canceled.', signedQuantity),
  amount('balance', 'Issued after', (line) => line.balance, 'Opening balance and every net up to that day.'),
];

type Props = { issuer: number; name: string; period: Period };

/** Movements by day and class between two balances, and the master securityholder file at the end. */
export function DerivedControlBook({ issuer, name, period }: Props) {
  const { from, to } = period;
  const before = addDays(from, -1);
  const opening = useQuery(balanceQuery(issuer, before));
  const closing = useQuery(balanceQuery(issuer, to));
  const holders = useQuery(ownershipQuery(issuer, to));
  const journal = useJournal(issuer, period);
  const { entries, complete } = journal;
  const ready = complete && opening.data && closing.data;
  const lines = useMemo(
    () => (opening.data && closing.data ? dayLines(entries, opening.data, closing.data) : []),
    [entries, opening.data, closing.data],
  );
  const books = useMemo(
    () =>
      opening.data && closing.data
        ? classBooks(entries, opening.data, closing.data, holders.data ?? null)
        : [],
    [entries, opening.data, closing.data, holders.data],
  );
  if (!ready) {
    const error = opening.error ?? closing.error ?? journal.error;
    const isFetching = opening.isFetching || closing.isFetching || journal.isFetching;
    const retry = () => {
      if (!opening.data) void opening.refetch();
      if (!closing.data) void closing.refetch();
      journal.retry();
    };
    const waiting = `Loading transactions: ${journal.read} of ${journal.pieces} parts…`;
    return <QueryPlaceholder lines={12} {...{ error, isFetching, waiting, retry, cancel: journal.cancel }} />;
  }
  const openingOf = (className: string) => books.find((one) => one.className === className)?.opening ?? null;
  const closingOf = (className: string) => books.find((one) => one.className === className)?.closing ?? null;
  const moves = books.map(({ className, canceled, issued, net }) => ({ className, canceled, issued, net }));
  return (
    <>
      <Section title="Issued shares over the period" aside="Derived, not the control book">
        {books.length === 0 ? (
          <EmptyState title="No classes of securities">
            The registry lists no classes of this issuer on {formatDate(to)}.
          </EmptyState>
        ) : (
          <ClassRollForwards books={books} before={before} to={to} />
        )}
        <CheckList checks={rollForward(moves, openingOf, closingOf)} title="Roll-forward" />
      </Section>
      <Section
        title="Balance and master securityholder file"
        aside={`Master securityholder file of ${formatDate(to)}`}
      >
        <BalanceGaps
          books={books}
          state={holders.data ? 'read' : holders.error ? holders.error.message : 'reading'}
          onRetry={() => void holders.refetch()}
        />
      </Section>
      <Section title="Movements by day" aside={`By effective date, ${formatDate(from)} to ${formatDate(to)}`}>
        <DataTable
          id="ops-control-book"
          label="Movements by day and class"
          columns={dayColumns}
          rows={lines}
          rowId={(line) => line.id}
          noun={['line', 'lines']}
          fileName={`movements_${issuer}_${from}_${to}`}
          about={[
            ['Movements of', `${name} (${issuer})`],
            ['Effective', `${from} to ${to}`],
            ['Source', 'Derived from the journal and balances, not the control book'],
          ]}
          empty={
            <EmptyState title="No movements">
              No transactions were effective in this period. Select a longer period.
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}
