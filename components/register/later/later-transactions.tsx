'use client';

import { useQuery } from '@tanstack/react-query';
import { PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Link } from '#components/ui/link';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { addDays, formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { signedQuantity } from '#lib/register/quantity';
import { entriesOf } from '#lib/register/transactions/journal';
import {
  type Changes,
  changesOf,
  changeText,
  type LatePosting,
  latePostings,
} from '#lib/register/transactions/late-postings';
import { routes } from '#lib/routes';

/** More are a link away. */
const rowsMax = 50;

type Props = {
  issuer: number;
  asOf: string;
  /** The day, in the registry's zone, on which the figures were read. */
  createdOn: string;
  today: string;
  /** The figures are known to have changed: without a late posting that is said. */
  hasChanged?: boolean;
};

/** Whether the books have changed since figures were read, and by which transactions, each named. */
export function LaterTransactions({ issuer, asOf, createdOn, today, hasChanged = false }: Props) {
  const { call } = useApi();
  const queryKey = ['changes-since', issuer, asOf, createdOn, today];
  const result = useQuery<Changes, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const completed = async (from: string, to: string) => {
        if (from > to) return [];
        const input = {
          customerIssuerId: issuer,
          filterDateBy: 'CompletedDate',
          startDate: from,
          endDate: to,
          transactionTypeCode: '',
          returnJSON: true,
        } as const;
        const entries = entriesOf(await call('GenerateTransactionList', input, { signal }));
        if (!entries) throw new ApiError('upstream_unreadable');
        return entries;
      };
      const [afterwards, onTheDay] = await Promise.all([
        completed(addDays(createdOn, 1), today),
        completed(createdOn, createdOn > today ? today : createdOn),
      ]);
      return changesOf(asOf, afterwards, onTheDay);
    },
  });
  return (
    <div className="mt-2 text-sm">
      <QueryResult result={result} queryKey={queryKey} waiting="Looking for later transactions…" lines={1}>
        {(changes) => (
          <>
            <p className="max-w-prose" role="status">
              {hasChanged && changes.superseding.length + changes.sameDay.length === 0
                ? `No transaction completed since takes effect on or before ${formatDate(asOf)}: the registry names none that changed these figures.`
                : changeText(changes, asOf)}{' '}
              {(changes.superseding.length > 0 || changes.sameDay.length > 0 || changes.later > 0) && (
                <Link
                  href={routes.transactions(issuer, {
                    view: 'journal',
                    by: 'CompletedDate',
                    from: createdOn,
                    to: today,
                  })}
                >
                  Transactions completed since
                </Link>
              )}
            </p>
            <Postings issuer={issuer} rows={latePostings(changes)} />
          </>
        )}
      </QueryResult>
    </div>
  );
}

const dayText = (day: string) => (isDate(day) ? formatDate(day) : day || '–');

function Postings({ issuer, rows }: { issuer: number; rows: readonly LatePosting[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <PlainTable
        label="Transactions that changed the figures"
        className="mt-1"
        tableClasses="min-w-[40rem]"
        columns={[
          {
            head: 'Transaction',
            cell: ({ id, number, type }) => (
              <>
                {id === null ? number : <Link href={routes.transaction(issuer, id)}>{number}</Link>}{' '}
                <span className="text-muted">{type}</span>
              </>
            ),
          },
          { head: 'Effective', cell: ({ effective }) => dayText(effective) },
          {
            head: 'Posted',
            cell: ({ processed, isSameDay }) => `${dayText(processed)}${isSameDay ? ', the same day' : ''}`,
          },
          { head: 'Class', cell: ({ className }) => className },
          { head: 'Canceled', cell: ({ canceled }) => shares(canceled) },
          { head: 'Issued', cell: ({ issued }) => shares(issued) },
          { head: 'Net', cell: ({ net }) => (net === null ? 'Not reported' : signedQuantity(net)) },
        ]}
        rows={rows.slice(0, rowsMax)}
        rowId={({ key }) => key}
      />
      <p className="mt-1 text-xs text-muted">
        {rows.length > rowsMax && `The first ${rowsMax} of ${formatShares(rows.length)} lines. `}
        The registry reports the day of posting, not the time.
      </p>
    </>
  );
}

const shares = (value: bigint | null) => (value === null ? 'Not reported' : formatShares(value));
