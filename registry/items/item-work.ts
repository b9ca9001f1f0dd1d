// Types of the work on an item: its books, what its content means for them, and the rules of its kind.

import type { ItemContent } from '#lib/contract/agent/content';
import type { Entry } from '#registry/ledger/core/entry';
import type { Posted } from '#registry/ledger/core/post';
import type { Certificate } from '#registry/ledger/core/types';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import type { Actor, Item } from './item.ts';
import type { Obstacle } from './obstacle.ts';
import type { ReadCache } from './reads/read-cache.ts';

/** What a check or a posting of an item works on. A check has a trial book, which is never written. */
export type Work = {
  book: UnitOfWork;
  /** What was read so far, shared by the items of a batch. */
  known: ReadCache;
  content: ItemContent;
  /** Null for a content that is not recorded. */
  item: Item | null;
  actor: Actor;
  clientId: string;
  /** Whether the caller may use holders that have no account at the issuer. */
  mayUseAnyHolder: boolean;
  /** Holders that this item registers now. An approval was given before they existed and does not rest on them. */
  registered: Set<bigint>;
  /** The registry's day and zone, and the moment as ISO text in UTC. */
  today: string;
  timeZone: string;
  /** The agent's hour on a due day, 'hh:mm'. */
  cutoff: string;
  now: string;
};

/** What carrying out an item posted. A correction posts two transactions of its own. */
export type Carried = Posted & { made?: { reversalTxn: bigint; replacementTxn: bigint | null } };

/** What an item's content means for the books, as far as it can be read. */
export type Prepared = {
  obstacles: Obstacle[];
  classId: bigint | null;
  shares: bigint | null;
  transferFrom: string;
  issuedTo: string;
  /** The certificates presented. */
  certificates: readonly Certificate[];
  /** All certificates that would go, those chosen for a position too. */
  sources: readonly Certificate[];
  /** The accounts whose shares are presented. */
  owners: readonly bigint[];
  /** The account of each line; null for a new registration. */
  lineAccounts: readonly (bigint | null)[];
  /** The day it counts from where the content names none; left out, the day of posting. */
  effectiveOn?: string;
  /** Carries it out in the book; null where the content cannot be carried out. */
  run: ((entry: Entry) => Promise<Carried | null>) | null;
};

export const nothingPrepared: Prepared = {
  obstacles: [],
  classId: null,
  shares: null,
  transferFrom: '',
  issuedTo: '',
  certificates: [],
  sources: [],
  owners: [],
  lineAccounts: [],
  run: null,
};

/** The rules of one kind of item. */
export type KindRules = {
  /** The letter of its transaction; null: it has none. */
  transaction: 'T' | 'R' | 'N' | null;
  /** True when somebody presented it, so that the turnaround rule counts it. */
  isCounted: boolean;
  prepare(work: Work): Promise<Prepared>;
};
