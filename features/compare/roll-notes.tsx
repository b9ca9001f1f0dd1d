'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { QueryResult } from '#components/data/query-result';
import { Waiting } from '#components/data/waiting';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { query } from '#lib/api/query';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';

// Most periods have neither.
const Restatements = lazyComponent(
  () => import('./note-tables.tsx').then((part) => part.Restatements),
  <Waiting text="Loading late postings…" lines={3} />,
  'when drawn',
);
const Reversals = lazyComponent(
  () => import('./note-tables.tsx').then((part) => part.Reversals),
  <Waiting text="Loading reversals…" lines={3} />,
  'when drawn',
);

export type Period = { issuer: number; from: string; to: string };

export const notesQuery = ({ issuer, from, to }: Period) =>
  query('GetRollForwardNotes', { customerIssuerId: issuer, startDate: addDays(from, 1), endDate: to });

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
                  <Restatements {...{ issuer, className, dollars }} restatements={own} />
                </>
              )}
              {reversals.length > 0 && <Reversals {...{ issuer, reversals }} />}
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
