'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import {
  type BookEntry,
  readControlBook,
  type WholeControlBook,
} from '#components/data/queries/read-control-book';
import { QueryResult } from '#components/data/query-result';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { addDays, formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { quantity, signedQuantity } from '#lib/register/quantity';
import {
  type ControlRoll,
  controlColumns,
  controlTitles,
  rollControl,
} from '#lib/register/transactions/roll-control';
import { Residual } from './residual.tsx';

// Loaded when the list is opened.
const ControlMovements = lazyComponent(
  () => import('./control-movements.tsx').then((part) => part.ControlMovements),
  <LoadingPlaceholder text="Loading movements…" lines={4} />,
  'when drawn',
);

type Props = { issuer: number; from: string; to: string; className: string; dollars: boolean };
type Line = ControlRoll & { name: string };

/** Reserved and authorized shares of a class over the period, by the entries of the control book. */
export function ControlRolls({ issuer, from, to, className, dollars }: Props) {
  const { call } = useApi();
  const first = addDays(from, 1);
  const queryKey = ['control book', issuer, first, to];
  const result = useQuery<WholeControlBook, ApiError>({
    queryKey,
    queryFn: ({ signal }) => readControlBook((id, input) => call(id, input, { signal }), issuer, first, to),
  });
  const columns: readonly PlainColumn<Line>[] = [
    { head: 'Control book', cell: (line) => line.name },
    { head: formatDate(from), cell: (line) => quantity(line.opening, dollars) },
    ...controlColumns.map((column) => ({
      head: controlTitles[column],
      cell: (line: Line) => signedQuantity(line.moved[column], dollars),
    })),
    { head: 'Computed', cell: (line) => quantity(line.computed, dollars) },
    { head: formatDate(to), cell: (line) => quantity(line.closing, dollars) },
    { head: 'Residual', cell: ({ residual }) => <Residual {...{ residual, dollars }} /> },
  ];
  return (
    <div className="mt-4">
      <QueryResult result={result} queryKey={queryKey} waiting="Loading control book…" lines={3}>
        {(book) => (
          <>
            <PlainTable
              filled
              label={`Reserved and authorized shares of ${className}`}
              tableClasses="min-w-[44rem]"
              columns={columns}
              rows={linesOf(book, className)}
              rowId={(line) => line.name}
            />
            <Movements
              {...{ issuer, from, to, className, dollars }}
              entries={movementsOf(book, className)}
              isWhole={book.isWhole}
            />
          </>
        )}
      </QueryResult>
    </div>
  );
}

const movementsOf = ({ entries }: WholeControlBook, className: string): BookEntry[] =>
  entries.filter((one) => one.className === className && (one.reserved !== 0n || one.authorized !== 0n));

type MovementsProps = Props & {
  entries: readonly BookEntry[];
  /** The control book of the period was loaded to its end. */
  isWhole: boolean;
};

function Movements({ entries, isWhole, ...props }: MovementsProps) {
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <details className="mt-2 print:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-sm">
        Movements of reserved and authorized shares ({isWhole ? '' : 'first '}
        {formatShares(entries.length)})
      </summary>
      {isOpen && (
        <div className="mt-2">
          <ControlMovements {...props} entries={entries} />
        </div>
      )}
    </details>
  );
}

function linesOf({ classes, entries, isWhole }: WholeControlBook, className: string): Line[] {
  const ofClass = classes.find(({ security }) => security === className);
  if (!ofClass) return [];
  // With a part of the entries only, nothing is claimed about the rest.
  const changes = (field: 'reserved' | 'authorized') =>
    entries
      .filter((one) => one.className === className && one[field] !== 0n)
      .map((one) => ({ code: one.code, delta: isWhole ? one[field] : null }));
  const reserved = rollControl(
    changes('reserved'),
    exact(ofClass.openingReserved),
    exact(ofClass.closingReserved),
  );
  const authorized = rollControl(
    changes('authorized'),
    exact(ofClass.openingAuthorized),
    exact(ofClass.closingAuthorized),
  );
  return [
    { name: 'Reserved', ...reserved },
    ...(ofClass.isUnlimited ? [] : [{ name: 'Authorized', ...authorized }]),
  ];
}
