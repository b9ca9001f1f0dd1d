// Matches the depository's position of a class with the nominee's balance.

import { businessDaysBetween } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import type { Direction, MovementStatus } from './lines.ts';

/** A movement that the depository reported, in the latest file that names it. */
export type ReportedMovement = {
  reference: string;
  direction: Direction;
  day: CalendarDate;
  shares: bigint;
  status: MovementStatus;
};

/** A deposit or withdrawal of the register: posted at the close of the day, or pending then. */
export type BookedMovement = {
  /** '' where none was recorded. */
  reference: string;
  direction: Direction;
  day: CalendarDate;
  shares: bigint;
  isPosted: boolean;
  /** Number of its transaction. */
  transaction: string;
  /** Posted before the first file: it can be a partner, and is never missing at the depository. */
  isBefore?: boolean;
};

/** A transaction by which a user explained a difference, and what it adds to the nominee's balance. */
export type Explanation = { transaction: string; shares: bigint; isPosted: boolean };

export type MatchItem = {
  kind: 'Depository only' | 'Register only' | 'Two amounts' | 'Pending on both sides' | 'Explained by a user';
  reference: string;
  direction: Direction;
  day: CalendarDate | null;
  /** Shares that the depository reported, and those of the register; null where it has none. */
  reported: bigint | null;
  booked: bigint | null;
  transaction: string;
  /** What it adds to the nominee's balance to explain the depository's position; 0 for an item that explains nothing. */
  explains: bigint;
  /** Business days from its day to the day of the file. */
  age: number;
};

/** The order is that of severity. */
export const matchResults = [
  'Former CUSIP',
  'No line in the file',
  'No nominee',
  'Two amounts',
  'Unexplained',
  'Explained',
  'No difference',
] as const;
export type MatchResult = (typeof matchResults)[number];

/** Results that are no break, or one that open movements explain. */
export const isSettled = (result: MatchResult): boolean =>
  result === 'Explained' || result === 'No difference';

export type PositionMatch = {
  result: MatchResult;
  /** Null where the file has no line. */
  position: bigint | null;
  balance: bigint;
  explained: bigint;
  /** Position less balance less what is explained. */
  difference: bigint;
  items: readonly MatchItem[];
  /** A movement is pending on both sides for more than three business days. */
  isPendingLong: boolean;
};

export type Sides = {
  day: CalendarDate;
  position: bigint | null;
  balance: bigint;
  /** The line has the CUSIP that the class had before a split. */
  isFormerCusip?: boolean;
  reported: readonly ReportedMovement[];
  booked: readonly BookedMovement[];
  explanations?: readonly Explanation[];
};

const pendingDaysMax = 3;
const signed = (direction: Direction, shares: bigint) => (direction === 'Deposit' ? shares : -shares);

type Pair = { there: ReportedMovement | null; here: BookedMovement | null };

/**
 * The depository's position of a class against the nominee's balance:
 * difference = position − balance − Σ confirmed there only + Σ posted here only.
 * Movements are partners by reference and direction, then by direction, day and shares.
 */
export function matchPosition(sides: Sides): PositionMatch {
  const { day, position, balance, isFormerCusip = false, explanations = [] } = sides;
  const items = pairsOf(sides).flatMap((pair) => itemOf(pair, day));
  for (const { transaction, shares, isPosted } of explanations)
    items.push({
      kind: 'Explained by a user',
      reference: '',
      direction: shares > 0n === isPosted ? 'Withdrawal' : 'Deposit',
      day: null,
      reported: null,
      booked: shares < 0n ? -shares : shares,
      transaction,
      explains: shares,
      age: 0,
    });
  const explained = items.reduce((sum, one) => sum + one.explains, 0n);
  const difference = (position ?? 0n) - balance - explained;
  const hasTwoAmounts = items.some(({ kind }) => kind === 'Two amounts');
  const result: MatchResult = isFormerCusip
    ? 'Former CUSIP'
    : position === null && (balance !== 0n || difference !== 0n)
      ? 'No line in the file'
      : difference !== 0n && balance === 0n
        ? 'No nominee'
        : hasTwoAmounts
          ? 'Two amounts'
          : difference !== 0n
            ? 'Unexplained'
            : items.some(({ explains }) => explains !== 0n)
              ? 'Explained'
              : 'No difference';
  const isPendingLong = items.some(
    ({ kind, age }) => kind === 'Pending on both sides' && age > pendingDaysMax,
  );
  return { result, position, balance, explained, difference, items, isPendingLong };
}

/** Rejected movements of the depository have no partner: they moved nothing there. */
function pairsOf({ reported, booked }: Sides): Pair[] {
  const there = reported.filter(({ status }) => status !== 'Rejected');
  const byReference = new Map<string, BookedMovement[]>();
  const left = new Set(booked);
  for (const one of booked)
    if (one.reference !== '') push(byReference, `${one.direction} ${one.reference}`, one);
  const pairs: Pair[] = [];
  const unpaired: ReportedMovement[] = [];
  for (const one of there) {
    const here = byReference.get(`${one.direction} ${one.reference}`)?.shift() ?? null;
    if (!here) {
      unpaired.push(one);
      continue;
    }
    left.delete(here);
    pairs.push({ there: one, here });
  }
  const byFacts = new Map<string, BookedMovement[]>();
  const factsOf = (one: { direction: Direction; day: string; shares: bigint }) =>
    `${one.direction} ${one.day} ${one.shares}`;
  for (const one of left) push(byFacts, factsOf(one), one);
  for (const one of unpaired) {
    const here = byFacts.get(factsOf(one))?.shift() ?? null;
    if (here) left.delete(here);
    pairs.push({ there: one, here });
  }
  return [...pairs, ...[...left].map((here): Pair => ({ there: null, here }))];
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** What a pair of movements means at the close of the day; nothing for one that both sides have settled. */
function itemOf({ there, here }: Pair, day: CalendarDate): MatchItem[] {
  const isConfirmed = there?.status === 'Confirmed';
  const isPosted = here?.isPosted ?? false;
  const isTwoAmounts = there !== null && here !== null && there.shares !== here.shares;
  const known = there ?? here!;
  const make = (kind: MatchItem['kind'], explains: bigint): MatchItem[] => [
    {
      kind,
      reference: there?.reference || here?.reference || '',
      direction: known.direction,
      day: known.day,
      reported: there?.shares ?? null,
      booked: here?.shares ?? null,
      transaction: here?.transaction ?? '',
      explains,
      age: known.day <= day ? businessDaysBetween(known.day, day) : 0,
    },
  ];
  if (isTwoAmounts && (isConfirmed || isPosted)) {
    const explains =
      isConfirmed && isPosted
        ? 0n
        : isConfirmed
          ? signed(there.direction, there.shares)
          : -signed(here.direction, here.shares);
    return make('Two amounts', explains);
  }
  if (isConfirmed && !isPosted) return make('Depository only', signed(there.direction, there.shares));
  if (here && isPosted && !isConfirmed)
    return here.isBefore ? [] : make('Register only', -signed(here.direction, here.shares));
  if (!isConfirmed && !isPosted && there && here) return make('Pending on both sides', 0n);
  return [];
}
