'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Link } from '#components/ui/link';
import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { addDays, formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

type Notes = ResponseFor<'GetRollForwardNotes'>;
export type Period = { issuer: number; from: string; to: string };

export const notesQuery = ({ issuer, from, to }: Period) =>
  query('GetRollForwardNotes', { customerIssuerId: issuer, startDate: addDays(from, 1), endDate: to });

export const transactionLink = (issuer: number, id: number, number: number) => (
  <Link href={routes.transaction(issuer, id)}>{number}</Link>
);

type Restatement = Notes['restatements'][number];
type Reversal = Notes['reversals'][number];

/** What restated the opening of a class after its day, and the reversals of the period. */
export function RollNotes({
  className,
  dollars,
  ...period
}: Period & { className: string; dollars: boolean }) {
  const { issuer, from } = period;
  const isOffered = useAgentOperations().has('GetRollForwardNotes');
  const requested = notesQuery(period);
  const result = useQuery({ ...requested, enabled: isOffered });
  if (!isOffered) return null;
  return (
    <div className="mt-4">
      <QueryResult
        result={result}
        queryKey={requested.queryKey}
        waiting="Loading late postings and reversals…"
        lines={3}
      >
        {({ restatements, reversals, isWhole }) => {
          const own = restatements.filter(({ security }) => security === className);
          return (
            <>
              {own.length === 0 ? (
                <p className="text-sm">
                  {isWhole
                    ? `The opening of ${className} was not restated: nothing effective by ${formatDate(from)} was posted later.`
                    : `There are more late postings than can be listed. Whether the opening of ${className} was restated is not known.`}
                </p>
              ) : (
                <>
                  <p className="text-sm">
                    The opening of {className} was restated after {formatDate(from)} by{' '}
                    {own.length === 1 ? '1 transaction' : `${formatShares(own.length)} transactions`} that{' '}
                    {own.length === 1 ? 'was' : 'were'} posted later
                    {isWhole ? '.' : ', of those that can be listed.'}
                  </p>
                  <PlainTable
                    filled
                    label={`What restated the opening of ${className}`}
                    tableClasses="min-w-[36rem]"
                    columns={restatementColumns(issuer, dollars)}
                    rows={own}
                    rowId={(one) => `${one.controlTransactionId}`}
                  />
                </>
              )}
              {reversals.length > 0 && (
                <PlainTable
                  filled
                  label="Reversals"
                  className="mt-4"
                  tableClasses="min-w-[36rem]"
                  columns={reversalColumns(issuer)}
                  rows={reversals}
                  rowId={(one) => `${one.controlTransactionId}`}
                />
              )}
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}

const restatementColumns = (issuer: number, dollars: boolean): readonly PlainColumn<Restatement>[] => [
  {
    head: 'Posted later',
    cell: (one) => transactionLink(issuer, one.controlTransactionId, one.transactionId),
  },
  { head: 'Effective', cell: (one) => formatDate(one.effectiveDate) },
  { head: 'Posted', cell: (one) => formatDate(one.processedDate) },
  { head: 'Outstanding', cell: (one) => signedQuantity(exact(one.netOutstanding), dollars) },
  { head: 'Accounts', cell: (one) => formatShares(one.accounts) },
];

const reversalColumns = (issuer: number): readonly PlainColumn<Reversal>[] => [
  { head: 'Reversal', cell: (one) => transactionLink(issuer, one.controlTransactionId, one.transactionId) },
  { head: 'Effective', cell: (one) => formatDate(one.effectiveDate) },
  {
    head: 'Reverses',
    cell: (one) => transactionLink(issuer, one.reversesControlTransactionId, one.reversesTransactionId),
  },
  { head: 'Effective then', cell: (one) => formatDate(one.reversesEffectiveDate) },
];
