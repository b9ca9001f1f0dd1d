'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import {
  type BookEntry,
  readControlBook,
  type WholeControlBook,
} from '#components/data/queries/read-control-book';
import { QueryResult } from '#components/data/query-result';
import { Waiting } from '#components/data/waiting';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { addDays, formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import type { Period } from '#lib/register/periods';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

const DerivedControlBook = lazyComponent(
  () => import('./derived-control-book.tsx').then((part) => part.DerivedControlBook),
  <Waiting text="Loading the journal…" lines={12} />,
  'when drawn',
);

type Props = { issuer: number; name: string; period: Period };

/** The control book of a period: the registry's own entries, or what can be derived where it offers none. */
export function ControlBook({ issuer, name, period }: Props) {
  const isOffered = useAgentOperations().has('GetControlBook');
  const { from, to } = period;
  return (
    <Section
      title="Control book"
      aside={
        <span className="flex flex-wrap items-center gap-x-3">
          {formatDate(from)} to {formatDate(to)}
          <LinkButton
            size="sm"
            icon="file"
            className="print:hidden"
            href={routes.newReport('control-book', { issuer, from, to })}
          >
            Create control book
          </LinkButton>
        </span>
      }
    >
      {isOffered ? (
        <Entries key={`${from} ${to}`} {...{ issuer, name, period }} />
      ) : (
        <>
          <p className="mb-3 max-w-prose text-sm text-muted">
            This registry gives its control book, with its record differences, only as a file. The figures
            below are derived from the journal and balances. They are not the control book.
          </p>
          <DerivedControlBook key={`${from} ${to}`} issuer={issuer} name={name} period={period} />
        </>
      )}
    </Section>
  );
}

type ClassLine = WholeControlBook['classes'][number];

function Entries({ issuer, name, period }: Props) {
  const { call } = useApi();
  const { from, to } = period;
  const queryKey = ['control book', issuer, from, to];
  const result = useQuery<WholeControlBook, ApiError>({
    queryKey,
    queryFn: ({ signal }) => readControlBook((id, input) => call(id, input, { signal }), issuer, from, to),
  });
  const classColumns: readonly PlainColumn<ClassLine>[] = [
    { head: 'Class', cell: (one) => one.security },
    { head: `Issued ${formatDate(addDays(from, -1))}`, cell: (one) => quantity(exact(one.openingIssued)) },
    {
      head: 'Authorized',
      cell: (one) => (one.isUnlimited ? 'Unlimited' : quantity(exact(one.closingAuthorized))),
    },
    { head: 'Reserved', cell: (one) => quantity(exact(one.closingReserved)) },
    { head: 'Treasury', cell: (one) => quantity(exact(one.closingTreasury)) },
    { head: `Issued ${formatDate(to)}`, cell: (one) => quantity(exact(one.closingIssued)) },
  ];
  return (
    <QueryResult result={result} queryKey={queryKey} waiting="Loading control book…" lines={8}>
      {({ classes, entries, isWhole }) => (
        <>
          <PlainTable
            filled
            label="Classes in the control book"
            tableClasses="min-w-[40rem]"
            columns={classColumns}
            rows={classes}
            rowId={(one) => `${one.securityTypeId}`}
          />
          <div className="mt-4">
            <DataTable
              id="proof-control-book"
              label="Entries of the control book"
              columns={entryColumns(issuer)}
              rows={entries}
              rowId={(one) => one.id}
              noun={['entry', 'entries']}
              fileName={`control-book-entries_${issuer}_${from}_${to}`}
              about={[
                ['Control book of', `${name} (${issuer})`],
                ['Effective', `${from} to ${to}`],
              ]}
              empty={
                <EmptyState title="No entries">
                  Nothing changed authorized, issued, treasury or reserved shares in this period.
                </EmptyState>
              }
            />
          </div>
          <p className="mt-1 text-sm text-muted">
            {!isWhole && 'The period has more entries than this page shows; the file has all. '}
            Transfers change no balance of the control book. They are in its file, one line per month.
          </p>
        </>
      )}
    </QueryResult>
  );
}

const entryColumns = (issuer: number): readonly Column<BookEntry>[] => [
  columns.date('effective', 'Effective', (one) => one.effective),
  columns.text('class', 'Class', (one) => one.className, { widthPx: 170 }),
  columns.text('kind', 'Type', (one) => one.kind, { widthPx: 170 }),
  columns.text('number', 'Transaction', (one) => one.number, {
    widthPx: 120,
    cell: ({ transaction, number }) =>
      transaction === null ? '–' : <Link href={routes.transaction(issuer, transaction)}>{number}</Link>,
  }),
  columns.shares('issued', 'Issued', (one) => one.credited, { total: 'sum' }),
  columns.shares('canceled', 'Canceled', (one) => one.debited, { total: 'sum' }),
  ...(['treasury', 'reserved', 'authorized'] as const).map((field) =>
    columns.shares(
      field,
      `${field.charAt(0).toUpperCase()}${field.slice(1)} ±`,
      (one: BookEntry) => one[field],
      {
        cell: (one) => signedQuantity(one[field]),
      },
    ),
  ),
  columns.text('authority', 'Authority', (one) => one.authority, { widthPx: 260 }),
  columns.text('note', 'Note', (one) => one.note, { widthPx: 200 }),
];
