// Issues, retires and repurchases shares of demo issuers, and sets their reserves.

import { formatShares } from '#lib/format/shares';
import { changeReserveIn } from '#registry/ledger/capital';
import { seriesAt } from '#registry/ledger/core/daily-series';
import type { Restriction } from '#registry/ledger/core/types';
import { type IssueLine, issueIn } from '#registry/ledger/issuance/issue';
import { retireIn } from '#registry/ledger/retire';
import { steered } from './holding-sizes.ts';
import { certificatesOf, type Market, sharesOf } from './market/market.ts';
import type { Job } from './schedule.ts';
import { customerKey, holderName, move, note, type Simulation } from './simulation.ts';
import { instructed, type Known } from './world.ts';

/**
 * Opening positions from the prior agent's records: one entry per given day, with the certificates distributed
 * evenly.
 */
export async function openPositions(
  simulation: Simulation,
  market: Market,
  lines: readonly IssueLine[],
  days: readonly string[],
  subKind = 'Opening position',
): Promise<void> {
  const perEntry = Math.ceil(lines.length / days.length);
  for (const [index, day] of days.entries()) {
    const part = lines.slice(index * perEntry, (index + 1) * perEntry);
    if (part.length === 0) continue;
    await issueShares(simulation, market, {
      day,
      lines: part,
      subKind,
      authority: 'Certified list of the prior agent',
    });
  }
}

export type Grant = {
  day: string;
  lines: readonly IssueLine[];
  subKind: string;
  authority: string;
  reserveId?: bigint;
};

export async function issueShares(simulation: Simulation, market: Market, grant: Grant): Promise<void> {
  const { day, lines, subKind, authority, reserveId } = grant;
  const entry = {
    ...instructed(day, simulation.stamp(day), subKind, authority),
    customerId: customerKey(simulation),
  };
  const source = reserveId === undefined ? undefined : { reserveId };
  note(
    simulation,
    await issueIn(simulation.book, {
      issuerId: simulation.issuerId,
      entry,
      classId: market.classId,
      lines,
      source,
    }),
  );
}

/** Divides shares evenly over some holders; the first one also gets the remainder. */
export function lots(holders: readonly bigint[], shares: bigint, restriction: Restriction): IssueLine[] {
  const count = BigInt(holders.length) < shares ? holders.length : Number(shares);
  const each = shares / BigInt(count);
  return holders.slice(0, count).map((holderId, index) => ({
    holderId,
    shares: index === 0 ? shares - each * BigInt(count - 1) : each,
    restriction,
  }));
}

/** Retires shares of one account, as part of its first certificates. */
export async function retireShares(
  simulation: Simulation,
  market: Market,
  input: {
    day: string;
    holderId: bigint;
    shares: bigint;
    subKind: string;
    /** Only certificates with this restriction. */
    code?: Restriction;
    isPresented?: boolean;
  },
): Promise<void> {
  const chosen: bigint[] = [];
  let sum = 0n;
  for (const one of certificatesOf(market, input.holderId)) {
    if (sum >= input.shares) break;
    if (input.code && one.restriction !== input.code) continue;
    chosen.push(one.id);
    sum += one.shares;
  }
  const entry = {
    ...instructed(input.day, simulation.stamp(input.day), input.subKind, 'Board resolution'),
    customerId: customerKey(simulation),
    isPresented: input.isPresented ?? false,
    presentor: input.isPresented ? holderName(simulation, chosen[0]!) : '',
  };
  note(
    simulation,
    await retireIn(simulation.book, {
      issuerId: simulation.issuerId,
      entry,
      certificates: chosen,
      shares: input.shares,
    }),
  );
}

/** The company buys shares back into treasury, from the depository or from `from`. */
export async function repurchase(
  simulation: Simulation,
  market: Market,
  treasury: Known,
  input: { day: string; target: bigint; left: number },
): Promise<void> {
  const shares = steered(simulation.world.rng, input.target - sharesOf(market, treasury.id), input.left);
  const entry = {
    ...instructed(input.day, simulation.stamp(input.day), 'Repurchase', 'Repurchase program'),
    subKind: 'Repurchase' as const,
    customerId: customerKey(simulation),
  };
  const held = certificatesOf(market, market.nominee!).map((one) => one.id);
  await move(simulation, entry, held, [{ holderId: treasury.id, shares, prefix: 'TR' }]);
}

/** The yearly resolution on the plans: each autumn the board restores the reserve to its size. */
export function yearlyReserve(
  simulation: Simulation,
  market: Market,
  reserveId: bigint,
  size: bigint | ((day: string) => bigint),
): Job[] {
  return ['2023-09-25', '2024-09-30', '2025-09-29', '2026-09-28'].map((day) => ({
    day,
    rank: 5,
    run: () => {
      const restored = typeof size === 'bigint' ? size : size(day);
      const authority = `Board resolution: reserve restored to ${formatShares(restored)} shares`;
      return setReserve(simulation, market, reserveId, restored, { day, authority });
    },
  }));
}

/** Changes a reserve to a size. */
export async function setReserve(
  simulation: Simulation,
  market: Market,
  reserveId: bigint,
  size: bigint,
  { day, authority }: { day: string; authority: string },
): Promise<void> {
  const now = seriesAt(simulation.book.reserves.get(reserveId)!.track, day);
  if (now === size) return;
  await changeReserveIn(simulation.book, {
    issuerId: simulation.issuerId,
    classId: market.classId,
    reserveId,
    delta: size - now,
    effectiveOn: day,
    authority,
    recordedAt: simulation.stamp(day),
  });
}
