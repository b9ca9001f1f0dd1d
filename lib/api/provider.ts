// React context with the caller of operations, and the query cache with its retries.

'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useState } from 'react';
import { type Call, makeCall } from './call.ts';
import type { ApiError } from './error.ts';
import type { Wire } from './wire.ts';

declare module '@tanstack/react-query' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the library's own
  interface Register {
    defaultError: ApiError;
  }
}

type Api = { call: Call; wire: Wire };

const ApiContext = createContext<Api>({
  call: () => Promise.reject(new Error('outside ApiProvider')),
  wire: {},
});

/** The gateway's caller, for what is not a plain query: creating a report, loading pages. */
export const useApi = () => useContext(ApiContext);

const freshMs = 30_000;
/** No timer on the server: it would keep the request's memory until it fires. */
const cacheMs = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 10 * 60_000;
const retries = 2;

/** Only errors that may be temporary are retried. Refusals and responses that are too large are final. */
const mayPass = ({ status, code }: ApiError) =>
  (status === 502 || status === 503 || status === 504) && code !== 'upstream_too_large';

function makeClient(call: Call, onSignedOut: () => void): QueryClient {
  const onError = (error: ApiError) => {
    if (error.code === 'unauthenticated') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => call(queryKey[0] as never, queryKey[1] as never, { signal }),
        staleTime: freshMs,
        gcTime: cacheMs,
        retry: (count, error) => count < retries && mayPass(error),
        refetchOnWindowFocus: false,
      },
    },
  });
}

type Props = {
  /** Provided by the server's layout. */
  wire: Wire;
  /** Called when the session has ended; the user must sign in again. */
  onSignedOut: () => void;
  children: ReactNode;
};

/** Provides the gateway's caller and a query cache to the pages below. */
export function ApiProvider({ wire, onSignedOut, children }: Props) {
  const [{ api, client }] = useState(() => {
    const call = makeCall(wire);
    return { api: { call, wire }, client: makeClient(call, onSignedOut) };
  });
  // No JSX, because `#lib/*` resolves to `.ts` files (package.json, "imports").
  return createElement(ApiContext, { value: api }, createElement(QueryClientProvider, { client, children }));
}
