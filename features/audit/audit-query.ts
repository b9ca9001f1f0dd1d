// Queries of the page Audit: entries, one entry, verification and file.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryText, request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import type { TrailEntry } from '#lib/audit/trail';
import type { Period } from '#lib/register/periods';

export type Entry = TrailEntry;

/** Filters from the address; '' means no filter. */
export type AuditQuery = Period & {
  person: string;
  action: string;
  outcome: string;
  issuer: string;
  object: string;
};

export type AuditResponse = {
  entries: readonly Entry[];
  total: number;
  counted: boolean;
  zone: string;
  choices: { people: readonly { id: string; name: string; email: string }[]; actions: readonly string[] };
};

export const trailQuery = (query: AuditQuery, limit: number) =>
  queryOptions<AuditResponse, ApiError>({
    queryKey: ['audit', query, limit],
    queryFn: async ({ signal }) =>
      (await request(`/api/audit${queryText({ ...query, limit })}`, { signal })) as AuditResponse,
    placeholderData: keepPreviousData,
  });

/** One entry, for an address that names one outside the loaded list. */
export const entryQuery = (seq: string) =>
  queryOptions<Entry, ApiError>({
    queryKey: ['audit', 'entry', seq],
    queryFn: async ({ signal }) =>
      ((await request(`/api/audit${queryText({ entry: seq })}`, { signal })) as { entry: Entry }).entry,
    retry: false,
  });

export type Proof = { entries: number; seal: string; whole: boolean; words: string; at: string };

/** Recomputes every hash with each request and compares with a checkpoint saved earlier. */
export const proofQuery = (checkpoint: string) =>
  queryOptions<Proof, ApiError>({
    queryKey: ['audit', 'proof', checkpoint],
    queryFn: async ({ signal }) =>
      (await request(`/api/audit/proof${queryText({ seal: checkpoint })}`, { signal })) as Proof,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Address of a file with all matching entries, not only those on the page. */
export const trailFile = (format: 'csv' | 'xlsx', query: AuditQuery) =>
  `/api/audit/file${queryText({ format, ...query })}`;
