import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { readAnswerChecks } from '#lib/api/answer-checks';
import type { ApiError } from '#lib/api/error';
import { type ReadGroup, withLine } from '#lib/register/answer-checks/check-group';

export const answersKey = (issuer: number, day: string) => ['answer checks', issuer, day];

/** The comparisons of the interface's answers at the close of a day; each kind is there as soon as it was read. */
export function useAnswerChecks(
  issuer: number,
  day: string,
  enabled: boolean,
): UseQueryResult<readonly ReadGroup[], ApiError> {
  const queryKey = answersKey(issuer, day);
  return useQuery<readonly ReadGroup[], ApiError>({
    queryKey,
    enabled,
    queryFn: async ({ client, signal }) => {
      let groups = client.getQueryData<readonly ReadGroup[]>(queryKey) ?? [];
      await readAnswerChecks(
        { issuer, day },
        (line) => {
          groups = withLine(groups, line);
          client.setQueryData(queryKey, groups);
        },
        signal,
      );
      return groups;
    },
  });
}
