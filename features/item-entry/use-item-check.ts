// React hook that has the registry check an item while it is typed.

'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '#components/ui/browser/use-debounced';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';

export type ItemCheck = ResponseFor<'CheckItem'>;
export type Obstacle = ItemCheck['obstacles'][number];

const checkAfterMs = 300;

/**
 * Checks a content 300 ms after its last change; the answer to an earlier content is dropped. `isBehind` is true
 * while the answer shown belongs to an earlier content.
 */
export function useItemCheck(
  issuer: number | null,
  item: number | null,
  content: unknown,
  kept: readonly string[],
) {
  const { call } = useApi();
  const typed = issuer === null || content === null ? '' : bodyOf(issuer, item, content, kept);
  const body = useDebounced(typed, checkAfterMs);
  const read = useQuery<ItemCheck>({
    queryKey: ['CheckItem', body],
    queryFn: ({ signal }) => call('CheckItem', body as never, { signal }),
    enabled: body !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 30_000,
    retry: false,
  });
  return {
    check: body === '' ? undefined : read.data,
    error: read.error,
    isBehind: typed !== body || read.isFetching,
    refetch: read.refetch,
  };
}

/** Digit by digit: shares may exceed what a JavaScript number holds. */
export const bodyOf = (
  issuer: number,
  item: number | null,
  content: unknown,
  kept: readonly string[],
): string =>
  writeJson({
    customerIssuerId: issuer,
    ...(item === null ? {} : { itemId: item, keptTaxIds: kept }),
    content,
  });
