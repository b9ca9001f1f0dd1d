'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#lib/api/query';

const pollMs = 1_000;

/** A register file or an export, polled every second while it is worked on; `refresh` reads it at once. */
export function usePolledFile<Id extends 'GetRegisterExport' | 'GetRegisterFile'>(
  ...[operation, input]: Parameters<typeof query<Id>>
) {
  const client = useQueryClient();
  const requested = query(operation, input);
  const result = useQuery({
    ...requested,
    refetchInterval: ({ state }) => ((state.data as { work: unknown } | undefined)?.work ? pollMs : false),
  });
  const refresh = () => void client.refetchQueries({ queryKey: requested.queryKey });
  return { result, queryKey: requested.queryKey, refresh };
}
