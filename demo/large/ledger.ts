// The books of a large generated issuer in memory, as typed arrays.

/** The classes of a large issuer by index: common stock and a preferred series. */
export type ClassPlace = 0 | 1;

export const kinds = [
  'Opening position',
  'Primary offering',
  'Reinvestment plan',
  'Split',
  'Sale',
  'Gift',
  'Depository deposit',
  'Depository withdrawal',
  'Legend removal',
  'Repurchase',
] as const;
export type KindPlace = number;
export const place = Object.fromEntries(kinds.map((kind, index) => [kind, index])) as Record<
  (typeof kinds)[number],
  KindPlace
>;

/** Accounts with a role; all others are ordinary holders. */
export const nominee = 0;
export const treasury = 1;

/** The day index of a certificate that is not canceled. */
export const never = 65_535;
export const restrictedFlag = 1;
export const paperFlag = 2;

/**
 * The books of one large issuer as typed arrays, because ten million certificates as objects would not fit in
 * memory. Rows are identified by index, days by index among the business days.
 */
export type Ledger = {
  certificates: number;
  holder: Uint32Array;
  ofClass: Uint8Array;
  flags: Uint8Array;
  shares: Uint32Array;
  number: Uint32Array;
  acquired: Uint16Array;
  issued: Uint16Array;
  canceled: Uint16Array;
  issuedBy: Uint32Array;
  canceledBy: Uint32Array;
  txns: {
    kind: number[];
    day: number[];
    from: number[];
    to: number[];
    /** Number of transferees; more than one in batches. */
    parties: number[];
    ofClass: number[];
    credited: number[];
    treasury: number[];
  };
  /** Per class, then per day. */
  days: DayColumns[];
  issuerHolders: Float64Array;
  issuerPositions: Float64Array;
  /** 1 for days on which an account's first holding began or its last ended. */
  issuerTouched: Uint8Array;
  /** Per class: live certificates per account, and how many of them are restricted. */
  held: Uint32Array[];
  heldRestricted: Uint32Array[];
  /** Last number used per series and class: book entry, paper and the nominee's. */
  numbers: Uint32Array[];
};

type DayColumns = Record<
  | 'outstanding'
  | 'treasury'
  | 'restricted'
  | 'certificates'
  | 'holders'
  | 'restrictedHolders'
  | 'freeHolders'
  | 'touched',
  Float64Array
>;

export function emptyLedger(certificates: number, holders: number, days: number): Ledger {
  const column = () => new Float64Array(days);
  const dayColumns = (): DayColumns => ({
    outstanding: column(),
    treasury: column(),
    restricted: column(),
    certificates: column(),
    holders: column(),
    restrictedHolders: column(),
    freeHolders: column(),
    touched: column(),
  });
  return {
    certificates: 0,
    holder: new Uint32Array(certificates),
    ofClass: new Uint8Array(certificates),
    flags: new Uint8Array(certificates),
    shares: new Uint32Array(certificates),
    number: new Uint32Array(certificates),
    acquired: new Uint16Array(certificates),
    issued: new Uint16Array(certificates),
    canceled: new Uint16Array(certificates),
    issuedBy: new Uint32Array(certificates),
    canceledBy: new Uint32Array(certificates),
    txns: { kind: [], day: [], from: [], to: [], parties: [], ofClass: [], credited: [], treasury: [] },
    days: [dayColumns(), dayColumns()],
    issuerHolders: column(),
    issuerPositions: column(),
    issuerTouched: new Uint8Array(days),
    held: [new Uint32Array(holders), new Uint32Array(holders)],
    heldRestricted: [new Uint32Array(holders), new Uint32Array(holders)],
    numbers: [new Uint32Array(3), new Uint32Array(3)],
  };
}

/** Starts a transaction and returns its index. */
export function addTxn(
  ledger: Ledger,
  txn: { kind: KindPlace; day: number; from?: number; to: number; ofClass: ClassPlace },
): number {
  const { txns } = ledger;
  txns.kind.push(txn.kind);
  txns.day.push(txn.day);
  txns.from.push(txn.from ?? -1);
  txns.to.push(txn.to);
  txns.ofClass.push(txn.ofClass);
  txns.credited.push(0);
  txns.treasury.push(0);
  return txns.parties.push(0) - 1;
}

export type Series = 0 | 1 | 2;

/** The number series of a certificate: book entry, paper, or the nominee's book entries. */
export function seriesOf(holder: number, flags: number): Series {
  if (flags & paperFlag) return 1;
  return holder === nominee ? 2 : 0;
}

export function issue(
  ledger: Ledger,
  txn: number,
  one: { holder: number; ofClass: ClassPlace; flags: number; shares: number; acquired?: number },
): number {
  const index = ledger.certificates;
  ledger.certificates = index + 1;
  const day = ledger.txns.day[txn]!;
  ledger.holder[index] = one.holder;
  ledger.ofClass[index] = one.ofClass;
  ledger.flags[index] = one.flags;
  ledger.shares[index] = one.shares;
  const numbers = ledger.numbers[one.ofClass]!;
  const series = seriesOf(one.holder, one.flags);
  numbers[series]! += 1;
  ledger.number[index] = numbers[series]!;
  ledger.acquired[index] = one.acquired ?? day;
  ledger.issued[index] = day;
  ledger.canceled[index] = never;
  ledger.issuedBy[index] = txn;
  count(ledger, index, day, 1);
  return index;
}

export function cancel(ledger: Ledger, index: number, txn: number): void {
  const day = ledger.txns.day[txn]!;
  ledger.canceled[index] = day;
  ledger.canceledBy[index] = txn;
  count(ledger, index, day, -1);
}

/** Adds a certificate to its day's totals, or removes it, and updates the holder counts. */
function count(ledger: Ledger, index: number, day: number, sign: 1 | -1): void {
  const ofClass = ledger.ofClass[index]!;
  const holder = ledger.holder[index]!;
  const columns = ledger.days[ofClass]!;
  const shares = sign * ledger.shares[index]!;
  columns.touched[day] = 1;
  if (holder === treasury) {
    columns.treasury[day]! += shares;
    return;
  }
  const isRestricted = (ledger.flags[index]! & restrictedFlag) !== 0;
  columns.outstanding[day]! += shares;
  columns.certificates[day]! += sign;
  if (isRestricted) columns.restricted[day]! += shares;
  const held = ledger.held[ofClass]!;
  const restricted = ledger.heldRestricted[ofClass]!;
  const [all, bound] = [held[holder]!, restricted[holder]!];
  held[holder] = all + sign;
  if (isRestricted) restricted[holder] = bound + sign;
  const came = Number(held[holder]! > 0) - Number(all > 0);
  columns.holders[day]! += came;
  columns.restrictedHolders[day]! += Number(restricted[holder]! > 0) - Number(bound > 0);
  columns.freeHolders[day]! += Number(held[holder]! > restricted[holder]!) - Number(all > bound);
  if (came === 0) return;
  ledger.issuerTouched[day] = 1;
  ledger.issuerPositions[day]! += came;
  if (ledger.held[1 - ofClass]![holder] === 0) ledger.issuerHolders[day]! += came;
}
