// Computes how postings change holdings, and the numbers of accounts and holders by day and class.

import type { DayDelta, Move, Stored } from './types.ts';

/** Change of the page index for an account: accounts, holders (-1, 0 or 1), and (account, class) pairs. */
export type PageChange = { accounts: bigint; holders: bigint; positions: bigint };

export type HolderCounts = {
  /** `day class` → changes of the class's counts. */
  byClass: Map<string, Pick<DayDelta, 'holders' | 'restrictedHolders' | 'freeHolders'>>;
  /** Day → changes of the issuer's counts. Also contains days whose changes add up to zero. */
  byDay: Map<string, { holders: bigint; positions: bigint }>;
  byHolder: Map<bigint, PageChange>;
  /** Changes of the outstanding shares of an account and class. */
  holdings: { holderId: bigint; classId: bigint; shares: bigint }[];
};

export function noChange(): DayDelta {
  return {
    outstanding: 0n,
    treasury: 0n,
    restricted: 0n,
    certificates: 0n,
    holders: 0n,
    restrictedHolders: 0n,
    freeHolders: 0n,
  };
}

type Amount = { shares: bigint; restricted: bigint };
/** Per class and day: the stored change and the new one. */
type Timeline = Map<bigint, Map<string, { stored: Amount; moved: Amount }>>;

/**
 * The change of the holder counts per day: the counts with the moves less the counts without them. A back-dated
 * move also changes later days: an account that bought later anyway is now a holder from the earlier day on.
 */
export function holderCounts(stored: readonly Stored[], moves: readonly Move[]): HolderCounts {
  const counts: HolderCounts = { byClass: new Map(), byDay: new Map(), byHolder: new Map(), holdings: [] };
  for (const [holderId, timeline] of timelines(stored, moves)) {
    const total = new Map<string, { stored: Amount; moved: Amount }>();
    let positions = 0n;
    for (const [classId, days] of timeline) {
      let shares = 0n;
      for (const [day, { stored: was, moved }] of days) {
        shares += moved.shares;
        const sum = total.get(day) ?? blank();
        total.set(day, sum);
        add(sum.stored, was);
        add(sum.moved, moved);
      }
      if (shares !== 0n) counts.holdings.push({ holderId, classId, shares });
      positions += edges(days, (day, edge) => {
        const ofClass = counts.byClass.get(`${day} ${classId}`) ?? { ...noEdge };
        counts.byClass.set(`${day} ${classId}`, ofClass);
        ofClass.holders += edge.holders;
        ofClass.restrictedHolders += edge.restrictedHolders;
        ofClass.freeHolders += edge.freeHolders;
        if (edge.holders !== 0n) dayOf(counts, day).positions += edge.holders;
      });
    }
    const holders = edges(total, (day, edge) => {
      if (edge.holders !== 0n) dayOf(counts, day).holders += edge.holders;
    });
    if (holders !== 0n || positions !== 0n)
      counts.byHolder.set(holderId, { accounts: 0n, holders, positions });
  }
  return counts;
}

function timelines(stored: readonly Stored[], moves: readonly Move[]): Map<bigint, Timeline> {
  const all = new Map<bigint, Timeline>();
  const at = (holderId: bigint, classId: bigint, day: string) => {
    const timeline = all.get(holderId) ?? new Map();
    all.set(holderId, timeline);
    const days = timeline.get(classId) ?? new Map();
    timeline.set(classId, days);
    const amounts = days.get(day) ?? blank();
    days.set(day, amounts);
    return amounts;
  };
  for (const row of stored) add(at(row.holder_id, row.class_id, row.day).stored, row);
  for (const move of moves) add(at(move.holderId, move.classId, move.day).moved, move);
  return all;
}

type Edge = { holders: bigint; restrictedHolders: bigint; freeHolders: bigint };
const noEdge: Edge = { holders: 0n, restrictedHolders: 0n, freeHolders: 0n };

/**
 * Reports each day on which the moves change the holder counts; returns the change that remains after the last
 * day.
 */
function edges(
  days: ReadonlyMap<string, { stored: Amount; moved: Amount }>,
  tell: (day: string, edge: Edge) => void,
): bigint {
  const before: Amount = { shares: 0n, restricted: 0n };
  const after: Amount = { shares: 0n, restricted: 0n };
  let last = noEdge;
  for (const day of [...days.keys()].sort()) {
    const { stored, moved } = days.get(day)!;
    add(before, stored);
    add(after, stored);
    add(after, moved);
    const now = {
      holders: flag(after.shares) - flag(before.shares),
      restrictedHolders: flag(after.restricted) - flag(before.restricted),
      freeHolders: flag(after.shares - after.restricted) - flag(before.shares - before.restricted),
    };
    const edge = {
      holders: now.holders - last.holders,
      restrictedHolders: now.restrictedHolders - last.restrictedHolders,
      freeHolders: now.freeHolders - last.freeHolders,
    };
    if (edge.holders || edge.restrictedHolders || edge.freeHolders) tell(day, edge);
    last = now;
  }
  return last.holders;
}

function dayOf(counts: HolderCounts, day: string): { holders: bigint; positions: bigint } {
  const known = counts.byDay.get(day);
  if (known) return known;
  const made = { holders: 0n, positions: 0n };
  counts.byDay.set(day, made);
  return made;
}

function blank(): { stored: Amount; moved: Amount } {
  return { stored: { shares: 0n, restricted: 0n }, moved: { shares: 0n, restricted: 0n } };
}

function add(sum: Amount, more: Amount): void {
  sum.shares += more.shares;
  sum.restricted += more.restricted;
}

function flag(quantity: bigint): bigint {
  return quantity > 0n ? 1n : 0n;
}
