// Browser calls and queries for archives of several reports, and for packs.

import { queryOptions } from '@tanstack/react-query';
import type { Tone } from '../format/tone.ts';
import type { BatchItemView, BatchView } from '../gateway/runs/batch-view.ts';
import { request } from './call.ts';
import type { ApiError } from './error.ts';

export type Batch = BatchView;
export type BatchItem = BatchItemView;

const followMs = 1_000;

/** The user's latest archives. */
export const batchesQuery = () =>
  queryOptions<readonly Batch[], ApiError>({
    queryKey: ['batches'],
    queryFn: async ({ signal }) =>
      ((await request('/api/batches', { signal })) as { batches: readonly Batch[] }).batches,
  });

/** One archive, polled until all its reports have ended. Reading it also resumes an interrupted batch. */
export const batchQuery = (id: string) =>
  queryOptions<Batch, ApiError>({
    queryKey: ['batches', id],
    queryFn: async ({ signal }) =>
      (await request(`/api/batches/${encodeURIComponent(id)}`, { signal })) as Batch,
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : followMs),
    staleTime: 0,
  });

/** Creates several reports as one archive; returns the batch's id. */
export async function beginBatch(
  items: readonly { report: string; input: Record<string, unknown> }[],
): Promise<string> {
  const { batch } = (await request('/api/batches', { method: 'POST', body: { items } })) as { batch: string };
  return batch;
}

/** What a pack is made for: a meeting, a dividend, or a month, 'yyyy-mm'. */
export type PackRequest =
  | { kind: 'meeting' | 'dividend'; customerIssuerId: number; event: number }
  | { kind: 'month-end'; customerIssuerId: number; month: string };

/** Creates the pack of a record date or a month end; returns the batch's id. */
export async function beginPack(pack: PackRequest): Promise<string> {
  const { batch } = (await request('/api/batches', { method: 'POST', body: { pack } })) as { batch: string };
  return batch;
}

/** The request that makes the same pack again. */
export function packRequestOf({
  kind,
  issuer,
  event,
  record,
}: NonNullable<Batch['pack']>): PackRequest | null {
  if (kind === 'month-end') return { kind, customerIssuerId: issuer, month: record.slice(0, 7) };
  return event === null ? null : { kind, customerIssuerId: issuer, event };
}

export const itemLabels: Record<BatchItem['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Queued', tone: 'neutral' },
  working: { label: 'In progress', tone: 'accent' },
  ready: { label: 'Ready', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
};

export const countOf = (batch: Batch, state: BatchItem['state']) =>
  batch.items.filter((item) => item.state === state).length;
