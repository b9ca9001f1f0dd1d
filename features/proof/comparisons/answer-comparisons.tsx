import type { UseQueryResult } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { CheckList } from '#components/register/check-list';
import { useClock } from '#components/ui/clock';
import type { ApiError } from '#lib/api/error';
import type { ReadGroup } from '#lib/register/answer-checks/check-group';
import { answersKey } from './use-answer-checks.ts';

/** Lines of the placeholder, of about the height of the comparisons. */
export const answerLines = 16;

type Props = { answers: UseQueryResult<readonly ReadGroup[], ApiError>; issuer: number; day: string };

/** Each kind of comparisons at its place from the start, so that nothing moves as they arrive. */
export function AnswerComparisons({ answers, issuer, day }: Props) {
  const clock = useClock();
  return (
    <QueryResult
      result={answers}
      queryKey={answersKey(issuer, day)}
      waiting="Loading comparisons…"
      lines={answerLines}
    >
      {(groups) =>
        groups.map(
          ({ id, title, inputs, read }) =>
            // Nothing to compare: an issuer without meetings.
            read?.checks.length !== 0 && (
              <div key={id} className="mt-3">
                {read ? (
                  <CheckList checks={read.checks} title={title} />
                ) : (
                  <p className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-2 text-sm">
                    <span className="font-medium">{title}</span>
                    <span className="text-muted">{answers.isFetching ? 'Comparing…' : 'Not read'}</span>
                  </p>
                )}
                <p className="mt-1 text-xs text-muted">
                  Source: {inputs}.{read && ` Read ${clock.instant(read.readAt)}.`}
                </p>
              </div>
            ),
        )
      }
    </QueryResult>
  );
}
