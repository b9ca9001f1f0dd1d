// React hook that requests a report.

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointId, InputFor } from '../contract/index.ts';
import { ApiError } from './error.ts';
import { headerOf } from './headers.ts';
import { useApi } from './provider.ts';

type ReportRequest = {
  id: EndpointId;
  input: Record<string, unknown>;
  reason?: string;
  issuer?: number | null;
};

/** Requests a report; the mutation returns the ID of its run. Invalidates the lists of runs. */
export function useGenerate() {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation<string, ApiError, ReportRequest>({
    mutationFn: async ({ id, input, reason, issuer }) => {
      const about = issuer ? { [headerOf.issuer]: `${issuer}` } : undefined;
      let run: string | null = null;
      const onHeaders = (headers: Headers) => {
        run = headers.get(headerOf.run);
      };
      await call(id, input as InputFor<typeof id>, { reason, about, onHeaders });
      if (!run) throw new ApiError('upstream_unreadable');
      return run;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
