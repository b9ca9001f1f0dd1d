// Brings a class of the demo to its target totals on the last day.

import type { Restriction } from '#registry/ledger/core/types';
import { type Item, move, newHolder, type Simulation, transferEntry } from '../simulation.ts';
import {
  certificatesOf,
  holderCount,
  isFree,
  largestMember,
  type Market,
  pickMember,
  restrictedShares,
  sharesOf,
} from './market.ts';
import {
  changeForm,
  giveAll,
  giveSome,
  postOrdinaryTransfer,
  removeLegend,
  withdraw,
} from './ordinary-transfers.ts';

/** Target totals of a class on the last day. */
export type Target = {
  outstanding: bigint;
  holders: number;
  nominee?: bigint;
  restricted?: Partial<Record<Restriction, bigint>>;
};

/** The differences to the target as text; empty when there are none. */
export function unsettled(market: Market, target: Target): string {
  const wrong: string[] = [];
  const compare = (what: string, is: bigint | number, requested: bigint | number) => {
    if (is !== requested) wrong.push(`${what} ${is} instead of ${requested}`);
  };
  compare('outstanding', market.outstanding, target.outstanding);
  compare('holders', holderCount(market), target.holders);
  if (target.nominee !== undefined) compare('nominee', sharesOf(market, market.nominee), target.nominee);
  for (const [code, shares] of Object.entries(target.restricted ?? {})) {
    compare(`restricted ${code}`, restrictedShares(market, code as Restriction), shares);
  }
  return wrong.join(', ');
}

/** So many transfers at the very end reach the targets exactly. */
const exactLast = 4;

/**
 * One of the last transfers, with `left` still to come: first the legends are brought to their targets, then transfers go
 * on as before, and the last few bring holders and nominee to theirs.
 */
export async function settle(
  simulation: Simulation,
  market: Market,
  item: Item,
  target: Target,
  left: number,
): Promise<void> {
  for (const [key, shares] of Object.entries(target.restricted ?? {})) {
    const code = key as Restriction;
    const surplus = restrictedShares(market, code) - shares;
    if (surplus > 0n) return removeLegend(simulation, market, item, code, surplus);
  }
  const nominee = target.nominee ?? sharesOf(market, market.nominee);
  if (left >= exactLast)
    return postOrdinaryTransfer(simulation, market, item, { holders: target.holders, nominee });
  const gap = target.holders - holderCount(market);
  if (gap > 0) return giveSome(simulation, market, item, newHolder(simulation, item.completedOn).id);
  if (gap < 0) return giveAll(simulation, market, item, false);
  const short = nominee - sharesOf(market, market.nominee);
  if (short > 0n) return depositExactly(simulation, market, item, short);
  const { rng } = simulation.world;
  if (short < 0n) {
    const to = pickMember(market, rng, (_, held) => isFree(held) && held.length < 4)!;
    return withdraw(simulation, market, item, to, -short);
  }
  return rng.chance(0.5) ? giveAll(simulation, market, item, true) : changeForm(simulation, market, item);
}

/**
 * Deposits this many shares of one account into the depository; where none has as many, all but one of the largest
 * account's.
 */
async function depositExactly(
  simulation: Simulation,
  market: Market,
  item: Item,
  shares: bigint,
): Promise<void> {
  const from =
    pickMember(market, simulation.world.rng, (id, held) => isFree(held) && sharesOf(market, id) > shares) ??
    largestMember(market, (_, held) => isFree(held))!;
  const most = sharesOf(market, from) - 1n;
  const part = shares < most ? shares : most;
  const chosen: bigint[] = [];
  let sum = 0n;
  for (const one of certificatesOf(market, from)) {
    if (sum >= part) break;
    chosen.push(one.id);
    sum += one.shares;
  }
  await move(simulation, transferEntry(simulation, item, 'Depository deposit'), chosen, [
    { holderId: market.nominee!, shares: part },
  ]);
}
