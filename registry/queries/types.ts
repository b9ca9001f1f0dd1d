// Types that several queries share: page anchors, class totals, largest holders.

import type { HolderName } from './holder-name.ts';

/** A known position in the order of pages: the number of rows before it, and its key in the sort index. */
export type Anchor = { rowsBefore: number; sortKey: string; holderId: bigint };
/** Totals of one class at a cutoff. Outstanding excludes treasury; issued = outstanding + treasury. */
export type ClassTotals = {
  outstanding: bigint;
  treasury: bigint;
  restricted: bigint;
  holders: bigint;
  restrictedHolders: bigint;
  freeHolders: bigint;
};

export type RegisterTotals = {
  byClass: ReadonlyMap<bigint, ClassTotals>;
  /** Accounts with outstanding shares of any class. */
  holders: bigint;
  /** (holder, class) pairs with outstanding shares: the rows of the cap table. */
  positions: bigint;
};

/** The largest accounts of a class, largest first, and the totals of all of its accounts. */
export type LargestHolders = {
  accounts: bigint;
  shares: bigint;
  /** Sum of the squared holdings. */
  squares: bigint;
  largest: { holder: HolderName; certificates: bigint; shares: bigint }[];
};
