'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import {
  type BookEntry,
  readControlBook,
  type WholeControlBook,
} from '#components/data/queries/read-control-book';
import { QueryResult } from '#components/data/query-result';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, LinkButton } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { addDays, formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import type { Period } from '#lib/register/periods';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

const DerivedControlBook = lazyComponent(
  () => import('./derived-control-book.tsx').then((part) => part.DerivedControlBook),
  <LoadingPlaceholder text="Loading the journal…" lines={12} />,
  'when drawn',
);

const EntryTable = lazyComponent(
  () => import('./entry-table.tsx').then((part) => part.EntryTable),
  <LoadingPlaceholder text="Loading entries…" lines={12} />,
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
          <EntryList {...{ issuer, name, period, entries, isWhole }} />
          <p className="mt-1 text-sm text-muted">
            Transfers change no balance of the control book. They are in its file, one line per month.
          </p>
        </>
      )}
    </QueryResult>
  );
}

type EntryListProps = Props & {
  entries: readonly BookEntry[];
  /** The control book of the period was loaded to its end. */
  isWhole: boolean;
};

/** The entries of the period, shown when asked for: their table is the largest part of the page. */
function EntryList({ entries, isWhole, ...props }: EntryListProps) {
  const [isShown, setShown] = useState(false);
  if (entries.length === 0)
    return (
      <EmptyState title="No entries">
        Nothing changed authorized, issued, treasury or reserved shares in this period.
      </EmptyState>
    );
  return (
    <div className="mt-4">
      {isShown ? (
        <EntryTable {...props} entries={entries} />
      ) : (
        <Button size="sm" className="print:hidden" onClick={() => setShown(true)}>
          {entries.length === 1 ? 'Show the entry' : `Show ${formatShares(entries.length)} entries`}
        </Button>
      )}
      {!isWhole && (
        <p className="mt-1 text-sm">The period has more entries than this page shows. The file has all.</p>
      )}
    </div>
  );
}
