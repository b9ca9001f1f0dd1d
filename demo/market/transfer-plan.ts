// Plans the transfers of a demo class over its history, ordinary and special ones.

import type { Restriction } from '#registry/ledger/core/types';
import { reject } from '../rejections.ts';
import { type Job, type Period, planItems } from '../schedule.ts';
import type { Item, Simulation } from '../simulation.ts';
import { settle, type Target, unsettled } from './closing-totals.ts';
import { type Market, restrictedShares } from './market.ts';
import { type HoldingTargets, postOrdinaryTransfer, removeLegend } from './ordinary-transfers.ts';

/** A special transfer that replaces an ordinary one from a day on. */
export type Special = { from: string; run: (item: Item) => Promise<unknown> };

export type TransferPlan = {
  perYear: number;
  period: Period;
  target: Target;
  /** Intended holdings of the class by progress (0 to 1) and day. */
  targetsOn: (progress: number, day: string) => HoldingTargets;
  splitOn?: string;
  specials?: readonly Special[];
  /** Number of final transfers that bring the totals to the target. */
  closing?: number;
  /** Some transfers remove legends while the restricted shares exceed this. */
  legends?: (day: string) => Partial<Record<Restriction, bigint>>;
  /** By one part in so many; default twenty. */
  legendSlack?: number;
};

/**
 * The jobs of a class's transfers: ordinary, special and rejected ones, and the last ones, which bring the
 * totals to the target.
 */
export function planTransfers(simulation: Simulation, market: Market, plan: TransferPlan): Job[] {
  const { book } = simulation;
  const items = planItems(simulation, plan.perYear, plan.period);
  const done = items.filter((item) => item.outcome === 'Completed');
  const closingFrom = done.length - (plan.closing ?? 14);
  const specials = [...(plan.specials ?? [])];
  let rejected = 0;
  let place = 0;
  const jobs = items.map((item): Job => {
    if (item.outcome !== 'Completed') {
      if (item.outcome === 'Rejected') rejected += 1;
      const isOther = item.outcome === 'Rejected' && rejected % 40 === 0;
      const { splitOn } = plan;
      const day = item.outcome === 'Pending' ? simulation.world.lastDay : item.completedOn;
      return { day, rank: 3, run: () => reject(simulation, market, item, { splitOn, isOther }) };
    }
    const index = place;
    place += 1;
    return {
      day: item.completedOn,
      rank: 2,
      run: async () => {
        if (index >= closingFrom)
          return settle(simulation, market, item, plan.target, done.length - 1 - index);
        const special = specials[0];
        if (special && special.from <= item.completedOn) {
          specials.shift();
          return special.run(item);
        }
        if (index % 9 === 4 && (await takeLegendsOff(simulation, market, item, plan))) return;
        return postOrdinaryTransfer(
          simulation,
          market,
          item,
          plan.targetsOn(index / closingFrom, item.completedOn),
        );
      },
    };
  });
  const check: Job = {
    day: simulation.world.lastDay,
    rank: 9,
    run: async () => {
      const wrong =
        specials.length > 0
          ? `${specials.length} special transfers had no turn`
          : unsettled(market, plan.target);
      if (wrong)
        throw new Error(
          `${simulation.book.issuerName}, ${book.classes.get(market.classId)?.name}: ${wrong}.`,
        );
    },
  };
  return [...jobs, check];
}

async function takeLegendsOff(
  simulation: Simulation,
  market: Market,
  item: Item,
  plan: TransferPlan,
): Promise<boolean> {
  for (const [key, floor] of Object.entries(plan.legends?.(item.completedOn) ?? {})) {
    const code = key as Restriction;
    const surplus = restrictedShares(market, code) - floor;
    const slack = floor / BigInt(plan.legendSlack ?? 20);
    if (surplus <= slack) continue;
    // At least half, which the reverse split of 1005 takes; less than sixty percent, below which 1001 grants new ones.
    const kept = (slack * BigInt(simulation.world.rng.int(50, 59))) / 100n;
    await removeLegend(simulation, market, item, code, surplus - kept);
    return true;
  }
  return false;
}
