'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointId, InputFor } from '../contract/index.ts';
import { ApiError } from './error.ts';
import { useApi } from './provider.ts';

/** The run ID in the address that every report operation returns. */
export function runOf(downloadUrl: string): string | null {
  return /\/api\/runs\/([^/?#]+)\/file$/.exec(downloadUrl)?.[1] ?? null;
}

type Wanted = {
  id: EndpointId;
  input: Record<string, unknown>;
  reason?: string;
  /** The issuer of the page: a report of an object names no issuer itself. */
  issuer?: number | null;
};

/** Requests a report; the mutation returns the ID of its run. Invalidates the lists of runs. */
export function useGenerate() {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation<string, ApiError, Wanted>({
    mutationFn: async ({ id, input, reason, issuer }) => {
      const about = issuer ? { 'x-sharebook-issuer': `${issuer}` } : undefined;
      const answer = (await call(id, input as InputFor<typeof id>, { reason, about })) as {
        downloadUrl?: unknown;
      };
      const run = runOf(String(answer.downloadUrl ?? ''));
      if (!run) throw new ApiError('upstream_unreadable');
      return run;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
