'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useAgentWrite } from '#components/submission/use-agent-write';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import type { ItemRow } from '../item-row.ts';
import { type StepName, steps } from './steps.ts';

export type StepResult = ResponseFor<'PostItems'>['results'][number];
type Results = readonly Pick<StepResult, 'itemId' | 'isDone' | 'message' | 'code'>[];

/** Sends one step of several items under one id, and says what became of each. */
export function useStep(name: StepName) {
  const { call } = useApi();
  const client = useQueryClient();
  return useAgentWrite<{ items: readonly ItemRow[]; more: object }, Results>({
    post: async ({ items, more }, idempotencyId) => {
      const list = items.map(({ itemId, version }) => ({ itemId, version }));
      const { results } = await call(steps[name].operation, { idempotencyId, items: list, ...more } as never);
      return results;
    },
    resultOf: ({ result }) => (result?.results ?? []) as Results,
    // The list shows what was done at once, not with its next look.
    onSettled: () => void client.refetchQueries({ queryKey: ['GetItemChanges'] }),
  });
}
