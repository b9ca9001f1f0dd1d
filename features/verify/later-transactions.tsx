'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { Link } from '#components/ui/link';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { addDays } from '#lib/format/dates';
import { entriesOf } from '#lib/register/transactions/journal';
import { routes } from '#lib/routes';
import { type Changes, changesOf, changeText } from './changes.ts';

type Props = { issuer: number; asOf: string; createdOn: string; today: string };

/** Whether the books have changed since a file was created, and by which transactions. */
export function LaterTransactions({ issuer, asOf, createdOn, today }: Props) {
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
          <p className="max-w-prose" role="status">
            {changeText(changes, asOf)}{' '}
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
        )}
      </QueryResult>
    </div>
  );
}
