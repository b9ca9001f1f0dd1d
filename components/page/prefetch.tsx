// Runs queries on the server, so that the first paint has the figures.

import 'server-only';
import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#lib/access/roles';
import { firstPageInput } from '#lib/api/rows/all-rows-key';
import type { InputFor } from '#lib/contract/index';
import { type AgentId, type EndpointId, endpointOf, isAgentOperation } from '#lib/contract/index';
import { readUpstream } from '#lib/gateway/prefetch';
import { agentOperationsOf } from './agent-operations.ts';
import { within } from './slow-page.tsx';

type Requested = { queryKey: QueryKey };

/**
 * Runs queries on the server, as the user, so that the first paint has the figures. One that fails or is slow
 * is left to the browser, which shows the error, can cancel, and offers a retry. Queries of agent operations that the
 * registry does not have, or the user may not use, are left out: no page sends them. `parts` of the page that read on
 * their own are waited for as long, so that nothing moves when they arrive; a slow one is streamed into the page.
 */
export async function Prefetched(props: {
  user: User;
  queries: readonly Requested[];
  parts?: readonly Promise<ReactNode>[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  const offered = await agentOperationsOf(props.user);
  const queries = props.queries.filter(
    ({ queryKey: [id] }) => !isAgentOperation(id as EndpointId) || offered.has(id as AgentId),
  );
  const reads = Promise.all(
    queries.map(async ({ queryKey }) => {
      const [id, input, all] = queryKey as [EndpointId, InputFor<EndpointId>, unknown?];
      const { paging } = endpointOf(id);
      try {
        if (all && paging) {
          const page = await readUpstream(props.user, id, firstPageInput(input, paging));
          client.setQueryData(queryKey, { pages: [page], pageParams: [0] });
        } else client.setQueryData(queryKey, await readUpstream(props.user, id, input));
      } catch {
        // The browser runs it again, see above.
      }
    }),
  );
  await within(Promise.allSettled([reads, ...(props.parts ?? [])]));
  return <HydrationBoundary state={dehydrate(client)}>{props.children}</HydrationBoundary>;
}
