import 'server-only';
import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Person } from '#lib/access/roles';
import type { Input } from '#lib/api/wire';
import type { EndpointId } from '#lib/contract/index';
import { readUpstream } from '#lib/upstream/prefetch';

type Wanted = { queryKey: QueryKey };

/**
 * Reads queries on the server, as the person, so that the first paint already has the figures. One that fails is
 * left to the browser, which shows what is wrong and offers to try again.
 */
export async function Prefetched(props: { person: Person; queries: readonly Wanted[]; children: ReactNode }) {
  const client = new QueryClient();
  await Promise.all(
    props.queries.map(async ({ queryKey }) => {
      const [id, input] = queryKey as [EndpointId, Input<EndpointId>];
      try {
        client.setQueryData(queryKey, await readUpstream(props.person, id, input));
      } catch {
        // Left to the browser, see above.
      }
    }),
  );
  return <HydrationBoundary state={dehydrate(client)}>{props.children}</HydrationBoundary>;
}
