// Types of the ledger: accounts, certificates, positions, holdings, stops and lots.

import type { Row } from './tables.ts';

export type Restriction = 'N' | 'R' | 'B' | 'A' | 'S' | 'L' | 'O';
export type Form = 'BookEntry' | 'Certificate';

/** The kinds of stop. */
export type StopKind =
  | 'Lost, stolen or not received'
  | 'Adverse claim'
  | 'Court order or levy'
  | 'Deceased - documents required'
  | 'Issuer stop'
  | 'Escheat hold'
  | 'Post-split certificate not surrendered';

/** A holder's registration at this issuer, with the fields the verbs need. */
export type Account = { holderId: bigint; label: string; isTreasury: boolean; isNominee: boolean };

/**
 * One row of a nominee's position: the position from one movement to the next. `moved` is what the movement added to the
 * position, less than 0 for a withdrawal, all shares for the first row.
 */
export type PositionRow = { id: bigint; movement: number; moved: bigint; isReplaced: boolean };

/** A certificate or book-entry position. */
export type Certificate = {
  id: bigint;
  classId: bigint;
  customerId: bigint | null;
  prefix: string;
  number: bigint;
  form: Form;
  holderId: bigint;
  isTreasury: boolean;
  shares: bigint;
  restriction: Restriction;
  legend: string;
  acquiredOn: string;
  issuedOn: string;
  canceledOn: string;
  issuedTxn: bigint;
  canceledTxn: bigint | null;
  postReverseSplit: boolean;
  printedOn: string | null;
  /** Of a nominee's position: what this row is in it. Null for a certificate that no movement has touched. */
  position: PositionRow | null;
  isStored: boolean;
};

/** A change of one account's holding of one class on a day. Treasury shares are not holdings. */
export type Move = { holderId: bigint; classId: bigint; day: string; shares: bigint; restricted: bigint };

/** A stored holding before the moves; days before the first move are merged into one. */
export type Stored = { holder_id: bigint; class_id: bigint; day: string; shares: bigint; restricted: bigint };

export type StopRelease = { by: string; reason: string; document: string };

export type Stop = {
  id: bigint;
  certificateId: bigint;
  kind: StopKind;
  placedOn: string;
  releasedOn: string | null;
  releasedTxn: bigint | null;
  /** Why and by whom it was released; undefined while it is active, or for a release without words. */
  release?: StopRelease;
  isStored: boolean;
  row: Row<'stop'>;
};

/** One tax lot of a certificate. Money is exact decimal text; null when the basis is unknown. */
export type Lot = {
  acquiredOn: string;
  shares: bigint;
  costPerShare: string | null;
  totalCost: string | null;
  isCovered: boolean;
  method: string;
};

export type DayDelta = {
  outstanding: bigint;
  treasury: bigint;
  restricted: bigint;
  certificates: bigint;
  /** Accounts with shares, with restricted and with free shares of the class. */
  holders: bigint;
  restrictedHolders: bigint;
  freeHolders: bigint;
};
