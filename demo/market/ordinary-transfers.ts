// Posts ordinary transfers of the demo that move a class toward intended holdings.

import type { TransferKind } from '#registry/ledger/core/sub-kinds';
import type { Certificate, Restriction } from '#registry/ledger/core/types';
import { type Item, move, newHolder, type Simulation, transferEntry } from '../simulation.ts';
import {
  certificatesOf,
  holderCount,
  isFree,
  isPlain,
  largestMember,
  type Market,
  pickMember,
  sharesOf,
} from './market.ts';

/** Intended values for ordinary transfers: the number of holders and the nominee's shares. */
export type HoldingTargets = { holders: number; nominee: bigint };

const ids = (certificates: readonly Certificate[]) => certificates.map((one) => one.id);
const whole = (market: Market, holderId: bigint) => certificatesOf(market, holderId);

/**
 * One ordinary transfer that moves the number of holders and the nominee's shares toward the intended values.
 */
export async function postOrdinaryTransfer(
  simulation: Simulation,
  market: Market,
  item: Item,
  targets: HoldingTargets,
): Promise<void> {
  const gap = targets.holders - holderCount(market);
  const short = targets.nominee - sharesOf(market, market.nominee);
  const hasNominee = market.nominee !== null && sharesOf(market, market.nominee) > 0n;
  if (hasNominee && short > freedLeast && (await depositFreed(simulation, market, item, short))) return;
  if (gap > 0) {
    if (hasNominee && short <= 0n)
      return withdraw(simulation, market, item, newHolder(simulation, item.completedOn).id);
    return giveSome(simulation, market, item, newHolder(simulation, item.completedOn).id);
  }
  if (gap < 0) {
    if (hasNominee && short > 0n && (await deposit(simulation, market, item, true))) return;
    return giveAll(simulation, market, item, false);
  }
  const { rng } = simulation.world;
  if (hasNominee && rng.chance(0.45)) {
    if (short > 0n && (await deposit(simulation, market, item, false))) return;
    const to = pickMember(market, rng, (_, held) => isFree(held));
    if (short <= 0n && to !== undefined) return withdraw(simulation, market, item, to);
  }
  if (rng.chance(0.3)) return changeForm(simulation, market, item);
  return giveAll(simulation, market, item, true);
}

/** All shares of one account go to a new holder (`toNew`) or to an existing one. */
export async function giveAll(
  simulation: Simulation,
  market: Market,
  item: Item,
  toNew: boolean,
): Promise<void> {
  const { rng } = simulation.world;
  // Only small accounts; the large ones determine the distribution of the register.
  const from =
    pickMember(market, rng, (id, held) => isPlain(held) && sharesOf(market, id) < 5000n) ??
    pickMember(market, rng, (_, held) => isPlain(held));
  if (from === undefined) return changeForm(simulation, market, item);
  const held = whole(market, from);
  const to = toNew
    ? newHolder(simulation, item.completedOn).id
    : pickMember(market, rng, (id, other) => id !== from && isPlain(other));
  if (to === undefined) return changeForm(simulation, market, item);
  const picked: TransferKind = toNew
    ? rng.pick(['Re-registration', 'Re-registration', 'Death transfer', 'Gift', 'Sale'])
    : rng.pick(['Gift', 'Sale']);
  const isDeath = picked === 'Death transfer';
  const kind = isDeath && !simulation.world.persons.has(from) ? 'Re-registration' : picked;
  await move(simulation, transferEntry(simulation, item, kind), ids(held), [
    {
      holderId: to,
      shares: sharesOf(market, from),
      form: simulation.hasPaper && rng.chance(0.2) ? 'Certificate' : 'BookEntry',
    },
  ]);
}

/** Part of one account goes to another. */
export async function giveSome(
  simulation: Simulation,
  market: Market,
  item: Item,
  to: bigint,
): Promise<void> {
  const { rng } = simulation.world;
  const from = pickMember(market, rng, (id, held) => id !== to && isPlain(held) && held[0]!.shares > 40n);
  const source = from ?? largestMember(market, (id, held) => id !== to && isPlain(held));
  if (source === undefined) throw new Error('Nobody can give a part.');
  const [first] = whole(market, source);
  const part = (first!.shares * BigInt(rng.int(10, 60))) / 100n;
  await move(
    simulation,
    transferEntry(simulation, item, rng.pick(['Gift', 'Sale'])),
    [first!.id],
    [{ holderId: to, shares: part > 0n ? part : 1n }],
  );
}

/** Shares leave the depository for a registered account. */
export async function withdraw(
  simulation: Simulation,
  market: Market,
  item: Item,
  to: bigint,
  exact?: bigint,
): Promise<void> {
  const size = BigInt(Math.max(5, Math.round(simulation.world.rng.logNormal(160, 1))));
  await move(
    simulation,
    transferEntry(simulation, item, 'Depository withdrawal'),
    ids(whole(market, market.nominee!)),
    [{ holderId: to, shares: exact ?? size, form: 'BookEntry' }],
  );
}

/** An account's free shares, all or a part, go into the depository. False when no account fits. */
export async function deposit(
  simulation: Simulation,
  market: Market,
  item: Item,
  all: boolean,
): Promise<boolean> {
  const { rng } = simulation.world;
  const from = pickMember(
    market,
    rng,
    (id, held) => isFree(held) && sharesOf(market, id) < 20_000n && held[0]!.shares > 4n,
  );
  if (from === undefined) return false;
  const held = all ? whole(market, from) : whole(market, from).slice(0, 1);
  const shares = held.reduce((sum, one) => sum + one.shares, 0n);
  const part = all ? shares : (shares * BigInt(rng.int(20, 80))) / 100n;
  await move(simulation, transferEntry(simulation, item, 'Depository deposit'), ids(held), [
    { holderId: market.nominee!, shares: part > 0n ? part : 1n },
  ]);
  return true;
}

/** Smaller amounts are left to ordinary deposits. */
const freedLeast = 2000n;

/** The free shares of an account whose legend was removed go into the depository. False when there are none. */
async function depositFreed(
  simulation: Simulation,
  market: Market,
  item: Item,
  short: bigint,
): Promise<boolean> {
  for (const holder of market.freed) {
    const free = whole(market, holder).find((one) => one.restriction === 'N' && one.shares >= freedLeast);
    if (!free) continue;
    await move(
      simulation,
      transferEntry(simulation, item, 'Depository deposit'),
      [free.id],
      [{ holderId: market.nominee!, shares: free.shares < short ? free.shares : short }],
    );
    return true;
  }
  return false;
}

/** For the same holder: paper to book entry or back, one certificate into two, or several into one. */
export async function changeForm(simulation: Simulation, market: Market, item: Item): Promise<void> {
  const { rng } = simulation.world;
  const holder =
    pickMember(market, rng, (_, held) => isPlain(held) && held[0]!.shares > 3n) ??
    largestMember(market, (_, held) => isPlain(held))!;
  const held = whole(market, holder);
  const total = held.reduce((sum, one) => sum + one.shares, 0n);
  if (held.length > 1 && held.length < 30) {
    await move(simulation, transferEntry(simulation, item, 'Consolidation'), ids(held), [
      { holderId: holder, shares: total },
    ]);
    return;
  }
  const first = held[0]!;
  if ((!simulation.hasPaper || rng.chance(0.4)) && first.shares > 3n) {
    const half = first.shares / 2n;
    await move(
      simulation,
      transferEntry(simulation, item, 'Split-up'),
      [first.id],
      [
        { holderId: holder, shares: half, form: first.form },
        { holderId: holder, shares: first.shares - half, form: first.form },
      ],
    );
    return;
  }
  const form = first.form === 'BookEntry' ? 'Certificate' : 'BookEntry';
  await move(
    simulation,
    transferEntry(simulation, item, 'Form change'),
    [first.id],
    [{ holderId: holder, shares: first.shares, form }],
  );
}

/** Removes the legend from this many shares of a code, from the largest accounts that hold it. */
export async function removeLegend(
  simulation: Simulation,
  market: Market,
  item: Item,
  code: Restriction,
  shares: bigint,
): Promise<void> {
  let left = shares;
  const chosen: Certificate[] = [];
  const holder = largestHolderOf(market, code);
  for (const one of whole(market, holder)) {
    if (one.restriction !== code || left <= 0n) continue;
    chosen.push(one);
    left -= one.shares;
  }
  const removed = left > 0n ? shares - left : shares;
  market.freed.add(holder);
  await move(
    simulation,
    transferEntry(simulation, { ...item, isRoutine: false }, 'Legend removal'),
    ids(chosen),
    [{ holderId: holder, shares: removed, restriction: 'N' }],
  );
}

/** Includes pinned accounts, because legends can only be removed where the shares are. */
function largestHolderOf(market: Market, code: Restriction): bigint {
  let best: { holderId: bigint; shares: bigint } | undefined;
  for (const holderId of market.members) {
    let shares = 0n;
    for (const one of whole(market, holderId)) if (one.restriction === code) shares += one.shares;
    if (shares > 0n && (!best || shares > best.shares)) best = { holderId, shares };
  }
  if (!best) throw new Error(`Nobody holds shares restricted ${code}.`);
  return best.holderId;
}
