'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#lib/api/query';

const followMs = 1_000;

/** One file at the registry, followed while it is worked on; `refresh` reads it at once. */
export function useFollowed<Id extends 'GetRegisterExport' | 'GetRegisterFile'>(
  ...[operation, input]: Parameters<typeof query<Id>>
) {
  const client = useQueryClient();
  const requested = query(operation, input);
  const result = useQuery({
    ...requested,
    refetchInterval: ({ state }) => ((state.data as { work: unknown } | undefined)?.work ? followMs : false),
  });
  const refresh = () => void client.refetchQueries({ queryKey: requested.queryKey });
  return { result, queryKey: requested.queryKey, refresh };
}
