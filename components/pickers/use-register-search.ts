'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { registerSearchQuery, searchDelayMs, searchFrom } from '#lib/api/register-search';
import { useDebounced } from '../ui/browser/use-debounced.ts';

/** What the registry finds for the text of a field; asked only while `isOn`, for lists that are too long to load. */
export function useRegisterSearch(issuer: number | null, typed: string, isOn: boolean) {
  const settled = useDebounced(typed, searchDelayMs);
  const search = useQuery({
    ...registerSearchQuery(issuer ?? 0, settled),
    enabled: isOn && settled.trim().length >= searchFrom,
    placeholderData: keepPreviousData,
  });
  return {
    found: isOn ? search.data : undefined,
    error: isOn ? search.error : null,
    isWaiting: isOn && (settled !== typed || search.isFetching),
    /** The text that `found` belongs to; '' while the answer to a later one is awaited. */
    foundBy: isOn ? (search.isFetching ? '' : settled) : undefined,
  };
}
