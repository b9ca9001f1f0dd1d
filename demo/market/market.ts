import { never } from '#registry/ledger/core/certificates';
import type { Posted } from '#registry/ledger/core/post';
import type { Certificate, Restriction } from '#registry/ledger/core/types';
import type { Prng } from '../prng.ts';

/** Current holdings of one class, updated from the results of the verbs. */
export type Market = {
  classId: bigint;
  nominee: bigint | null;
  treasury: bigint | null;
  /** Ordinary accounts with shares, unordered. */
  members: bigint[];
  place: Map<bigint, number>;
  held: Map<bigint, Map<bigint, Certificate>>;
  shares: Map<bigint, bigint>;
  byRestriction: Map<Restriction, bigint>;
  outstanding: bigint;
  /**
   * Accounts that ordinary transfers do not change: unusual registrations, stopped certificates, large named
   * holders.
   */
  pinned: Set<bigint>;
  /** Accounts whose legends were removed: their free shares go to the depository to be sold. */
  freed: Set<bigint>;
};

export function createMarket(classId: bigint, nominee: bigint | null, treasury: bigint | null): Market {
  return {
    classId,
    nominee,
    treasury,
    members: [],
    place: new Map(),
    held: new Map(),
    shares: new Map(),
    byRestriction: new Map(),
    outstanding: 0n,
    pinned: new Set(),
    freed: new Set(),
  };
}

/** Updates the holdings after a posting. */
export function follow(market: Market, posted: Posted): void {
  for (const one of posted.canceled) if (one.classId === market.classId) move(market, one, -1n);
  for (const one of posted.issued)
    if (one.classId === market.classId && one.canceledOn === never) move(market, one, 1n);
}

function move(market: Market, one: Certificate, sign: 1n | -1n): void {
  const { holderId } = one;
  let certificates = market.held.get(holderId);
  if (!certificates) {
    certificates = new Map();
    market.held.set(holderId, certificates);
  }
  if (sign > 0n) certificates.set(one.id, one);
  else certificates.delete(one.id);
  const shares = (market.shares.get(holderId) ?? 0n) + sign * one.shares;
  market.shares.set(holderId, shares);
  if (one.isTreasury) return;
  market.outstanding += sign * one.shares;
  const restricted = market.byRestriction.get(one.restriction) ?? 0n;
  market.byRestriction.set(one.restriction, restricted + sign * one.shares);
  if (holderId !== market.nominee) seat(market, holderId, shares > 0n);
}

function seat(market: Market, holderId: bigint, holds: boolean): void {
  const at = market.place.get(holderId);
  if (holds && at === undefined) {
    market.place.set(holderId, market.members.length);
    market.members.push(holderId);
  } else if (!holds && at !== undefined) {
    const last = market.members.pop()!;
    if (last !== holderId) {
      market.members[at] = last;
      market.place.set(last, at);
    }
    market.place.delete(holderId);
  }
}

export function sharesOf(market: Market, holderId: bigint | null): bigint {
  return holderId === null ? 0n : (market.shares.get(holderId) ?? 0n);
}

export function certificatesOf(market: Market, holderId: bigint): Certificate[] {
  return [...(market.held.get(holderId)?.values() ?? [])];
}

/** Accounts with shares; the nominee counts as one, treasury is not counted. */
export function holderCount(market: Market): number {
  return market.members.length + (sharesOf(market, market.nominee) > 0n ? 1 : 0);
}

export function restrictedShares(market: Market, code: Restriction): bigint {
  return market.byRestriction.get(code) ?? 0n;
}

/** Shares of one account under one restriction. */
export function restrictedIn(market: Market, holderId: bigint, code: Restriction): bigint {
  let sum = 0n;
  for (const one of market.held.get(holderId)?.values() ?? [])
    if (one.restriction === code) sum += one.shares;
  return sum;
}

/** An ordinary account that satisfies the condition, or undefined when some hundred tries find none. */
export function pickMember(
  market: Market,
  rng: Prng,
  passes: (holderId: bigint, certificates: Certificate[]) => boolean,
  tries = 300,
): bigint | undefined {
  for (let i = 0; i < tries && market.members.length > 0; i += 1) {
    const holderId = rng.pick(market.members);
    if (!market.pinned.has(holderId) && passes(holderId, certificatesOf(market, holderId))) return holderId;
  }
  return undefined;
}

/** The account with the most shares that satisfies the condition. */
export function largestMember(
  market: Market,
  passes: (holderId: bigint, certificates: Certificate[]) => boolean,
): bigint | undefined {
  let best: bigint | undefined;
  for (const holderId of market.members) {
    if (market.pinned.has(holderId)) continue;
    if (best !== undefined && sharesOf(market, holderId) <= sharesOf(market, best)) continue;
    if (passes(holderId, certificatesOf(market, holderId))) best = holderId;
  }
  return best;
}

export function isFree(certificates: readonly Certificate[]): boolean {
  return certificates.length > 0 && certificates.every((one) => one.restriction === 'N');
}

/** True when all have the same restriction. */
export function isPlain(certificates: readonly Certificate[]): boolean {
  return (
    certificates.length > 0 && certificates.every((one) => one.restriction === certificates[0]!.restriction)
  );
}
