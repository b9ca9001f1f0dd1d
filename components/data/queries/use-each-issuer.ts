// Reads the same data for every issuer, a few requests at a time, and reports progress and errors.

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Listed } from '#components/register/issuer-choice';
import { ApiError, isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { SendRequest } from '#lib/api/send-request';

/** State of one issuer. */
export type Part<T> = {
  issuer: Listed;
  state: 'waiting' | 'reading' | 'read' | 'failed' | 'stopped';
  /** Kept when a later read fails. */
  data: T | undefined;
  error: ApiError | null;
  /** When `data` was loaded, in milliseconds; 0 for never. */
  readAt: number;
};

/** State of loading across issuers, and actions on it. */
export type EachIssuer<T> = {
  parts: readonly Part<T>[];
  /** Every issuer was loaded or has failed. */
  settled: boolean;
  stop: () => void;
  goOn: () => void;
  /** Loads one issuer, or all of them, again. */
  again: (issuer?: number) => void;
};

type Known<T> = Partial<Omit<Part<T>, 'issuer'>>;

const keyOf = (name: string, issuer?: number) => ['across', name, ...(issuer === undefined ? [] : [issuer])];
const asApiError = (error: unknown) => (isApiError(error) ? error : new ApiError('upstream_unreadable'));

/** Keeps the first list while it names the same issuers: the server sends a new array with every page. */
function useSame(issuers: readonly Listed[]): readonly Listed[] {
  const [saved, setSaved] = useState(issuers);
  const same = JSON.stringify(saved) === JSON.stringify(issuers);
  if (!same) setSaved(issuers);
  return same ? saved : issuers;
}

/**
 * The same read for every issuer, a few at a time. One request per issuer, even where the interface accepts all
 * issuers at once: each result is available as it comes, and one failed issuer does not affect the others.
 * `name` is the cache key and must include everything `read` depends on; `read` must be stable between renders.
 */
export function useEachIssuer<T>(
  issuers: readonly Listed[],
  name: string,
  read: (issuer: Listed, request: SendRequest) => Promise<T>,
  atOnce = 3,
): EachIssuer<T> {
  const { call } = useApi();
  const client = useQueryClient();
  const list = useSame(issuers);
  const [known, setKnown] = useState<ReadonlyMap<number, Known<T>>>(new Map());
  const stops = useRef(new Set<() => void>());

  const go = useCallback(
    (some: readonly Listed[], fresh: boolean) => {
      const left = [...some];
      let on = true;
      const put = (id: number, part: Known<T>) =>
        setKnown((before) => new Map(before).set(id, { ...before.get(id), ...part }));
      for (const { customerIssuerId } of some) put(customerIssuerId, { state: 'waiting', error: null });
      const work = async () => {
        for (let issuer = left.shift(); issuer && on; issuer = left.shift()) {
          const one = issuer;
          const id = one.customerIssuerId;
          const queryKey = keyOf(name, id);
          put(id, { state: 'reading' });
          try {
            const data = await client.fetchQuery({
              queryKey,
              queryFn: ({ signal }) =>
                read(one, (operation, input) => call(operation, input, { signal })) as Promise<T>,
              ...(fresh ? { staleTime: 0 } : {}),
            });
            const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
            if (on) put(id, { state: 'read', data, readAt });
          } catch (error) {
            if (on) put(id, { state: 'failed', error: asApiError(error) });
          }
        }
      };
      const stop = () => {
        on = false;
        stops.current.delete(stop);
        void client.cancelQueries({ queryKey: keyOf(name) });
      };
      stops.current.add(stop);
      void Promise.all(Array.from({ length: Math.min(atOnce, some.length) }, work)).then(() => {
        stops.current.delete(stop);
      });
    },
    [client, call, name, read, atOnce],
  );

  const halt = useCallback(() => {
    for (const stop of [...stops.current]) stop();
  }, []);

  useEffect(() => {
    setKnown(new Map());
    go(list, false);
    return halt;
  }, [list, go, halt]);

  const parts = list.map((issuer): Part<T> => {
    const part = known.get(issuer.customerIssuerId);
    return { state: 'waiting', data: undefined, error: null, readAt: 0, ...part, issuer };
  });
  return {
    parts,
    settled: parts.every(({ state }) => state === 'read' || state === 'failed'),
    stop: () => {
      halt();
      setKnown((before) => {
        const after = new Map(before);
        for (const [id, part] of before)
          if (part.state === 'waiting' || part.state === 'reading')
            after.set(id, { ...part, state: 'stopped' });
        return after;
      });
    },
    goOn: () =>
      go(
        parts.filter(({ state }) => state === 'stopped' || state === 'failed').map(({ issuer }) => issuer),
        true,
      ),
    again: (id) => go(id === undefined ? list : list.filter((one) => one.customerIssuerId === id), true),
  };
}
