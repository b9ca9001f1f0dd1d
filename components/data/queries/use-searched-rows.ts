'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '#components/ui/browser/use-debounced';
import { registerSearchQuery, searchDelayMs, searchFrom } from '#lib/api/register-search';
import { useAllRows } from '#lib/api/rows/all-rows';
import type { EndpointId, InputFor } from '#lib/contract/index';
import { listedMax } from '#lib/register/account-limit';
import { useAgentOperations } from '../agent-operations.tsx';

/** `isOn`: a search has begun. */
type Search = { issuer: number | null; typed: string; isOn: boolean };

/**
 * The rows in which a typed text is searched, page by page. Of a list that is too long to load only the first page, where
 * the registry can search: it is asked for the text instead (`isSearched`).
 */
export function useSearchedRows<Id extends EndpointId>(
  id: Id,
  input: InputFor<Id>,
  { issuer, typed, isOn }: Search,
) {
  const canSearch = useAgentOperations().has('SearchRegister');
  const read = useAllRows(id, input, isOn, canSearch ? listedMax : Number.POSITIVE_INFINITY);
  const isSearched = isOn && read.tooLong;
  const settled = useDebounced(typed, searchDelayMs);
  const search = useQuery({
    ...registerSearchQuery(issuer ?? 0, settled),
    enabled: isSearched && settled.trim().length >= searchFrom,
    placeholderData: keepPreviousData,
  });
  return {
    read,
    canSearch,
    isSearched,
    /** What the registry found. */
    found: isSearched ? search.data : undefined,
    searchError: isSearched ? search.error : null,
    isSearching: isSearched && (settled !== typed || search.isFetching),
    /** The text that `found` belongs to; '' while the answer to a later one is awaited. */
    foundBy: isSearched ? (search.isFetching ? '' : settled) : undefined,
  };
}
