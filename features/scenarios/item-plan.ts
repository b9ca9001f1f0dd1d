import type { Outcome } from '#lib/register/scenarios/apply';
import { restId } from '#lib/register/scenarios/start';
import type { BuybackStep, Step } from '#lib/register/scenarios/steps';

/** What a step becomes in the work queue: the title of its items, or why there is none. */
export type ItemPlan = { item: string; count: number } | { none: string };

/** Most drafts of one step; a user's list of drafts shows no more. */
export const draftsMax = 50;

export function itemPlan(step: Step, outcome: Outcome): ItemPlan {
  if (outcome.refused !== null) return { none: 'The step is not counted, so there is nothing to enter.' };
  switch (step.kind) {
    case 'round': {
      if (step.isNew)
        return { none: 'No item: the new class has to be set up first, on the issuer’s resolution.' };
      const count = outcome.lines.filter(({ shares }) => shares > 0n).length;
      if (count === 0) return { none: 'No item: no investor gets a whole share.' };
      return { item: `Issuance to ${count} ${count === 1 ? 'investor' : 'investors'}`, count: 1 };
    }
    case 'buyback':
      return buybackPlan(step, outcome);
    case 'pool':
      return {
        none: 'No item: the work queue moves shares of holders, and a reserve has none until they are issued.',
      };
    case 'conversion':
      return {
        none: 'No item: the work queue has no case for a conversion into another class; each holder instructs it.',
      };
    case 'split':
      return {
        none: 'No item: a split changes every holding on one day, and the work queue takes items of single holders.',
      };
  }
}

function buybackPlan({ into }: BuybackStep, { lines }: Outcome): ItemPlan {
  const item = into === 'retired' ? 'Retirement, buy-back' : 'Transfer, repurchase';
  if (lines.some(({ holder }) => holder === restId))
    return { none: 'No item: this register is too large to list the holders who give shares.' };
  if (lines.length > draftsMax)
    return {
      none: `No item: ${lines.length} holders give shares, and at most ${draftsMax} drafts are made at once. Enter each when it has tendered.`,
    };
  return {
    item: lines.length === 1 ? item : `${item}, of each of ${lines.length} holders`,
    count: lines.length,
  };
}
