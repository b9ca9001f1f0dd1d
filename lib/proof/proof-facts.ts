// Reads the response of the operation GetProof as exact figures.

import { exact } from '#lib/format/exact-shares';
import { textOf } from '../format/text-of.ts';
import { type DepositoryFacts, depositoryOf } from './depository/facts.ts';

/** Shares of a class in the register at the close of a day. */
export type RegisterFigures = {
  outstanding: bigint;
  treasury: bigint;
  restricted: bigint;
  certificates: bigint;
  holders: bigint;
};

/** One class by each source that the ledger writes separately, and by the interface's operations. */
export type ClassFacts = {
  className: string;
  isUnlimited: boolean;
  certificates: RegisterFigures;
  dayTotals: RegisterFigures;
  controlBook: { authorized: bigint; issued: bigint; treasury: bigint; reserved: bigint };
  /** Sums of the recorded changes of authorized shares and of the reserves. */
  changes: { authorized: bigint; reserved: bigint };
  /** What the interface's operations say: balance, ownership, diluted ownership. */
  answers: {
    authorized: bigint;
    issued: bigint;
    outstanding: bigint;
    restricted: bigint;
    reserved: bigint;
    holders: bigint;
    ownedShares: bigint;
    ownedHolders: bigint;
    dilutedReserves: bigint;
  };
  /** Net of the completed transactions, and where it differs from the certificates. */
  journal: {
    issued: bigint;
    outstanding: bigint;
    holdersDiffering: bigint;
    sharesDiffering: bigint;
    unbalancedTransactions: bigint;
  };
  /** Transactions whose entry in the control book is not what their certificates moved. */
  entries: { differing: bigint; sharesDiffering: bigint; firstDate: string | null };
  /** First day on which the running figures differ; null for never. */
  registerDiffersSince: string | null;
  bookDiffersSince: string | null;
};

export type OpenDifference = {
  className: string;
  openedOn: string;
  /** The day of opening where no earlier one is known. Its age counts from here. */
  existedSince: string;
  shares: bigint;
  cause: string;
  isByPriorAgent: boolean;
};

/** A list frozen at a record date, and the register of that date as it was known then. */
export type RecordDateList = {
  kind: 'Meeting' | 'Dividend';
  title: string;
  className: string;
  recordDate: string;
  recordedShares: bigint;
  registerShares: bigint;
  holdersDiffering: bigint;
  /** Dividends that were paid: the total that the dividend states, and the sum of its payments. */
  stated: string | null;
  paid: string | null;
  /** Cash dividends that were paid: the sum of net payments and tax withheld. */
  settled: string | null;
  /** Shares that the dividend states; null where it states none. */
  statedShares: bigint | null;
};

/** A reinvestment plan on the current day, in dollars as decimal text. */
export type PlanFigures = {
  className: string;
  /** Payments that members reinvested. */
  reinvested: string;
  /** What the plan shares cost that were issued for them. */
  invested: string;
  /** Members' cash that was too little for a whole share. */
  cash: string;
  /** Reinvested of the last days, without a purchase yet. */
  awaited: string;
  membersDiffering: bigint;
};

/** An authorized transaction whose effective day has passed and that is not posted. */
export type Unposted = { number: string; effectiveDate: string; dueDate: string };

export type ProofFacts = {
  date: string;
  classes: readonly ClassFacts[];
  differences: readonly OpenDifference[];
  lists: readonly RecordDateList[];
  plans: readonly PlanFigures[];
  unposted: readonly Unposted[];
  /**
   * Completed transactions up to the day: by the journal, and by the list of statuses, null where that list is not
   * complete. Null on a past day, whose statuses are not stored, and where the registry does not compare them.
   */
  transactions: { journal: bigint; listed: bigint | null } | null;
  /** Null where the registry does not read position files of the depository. */
  depository: DepositoryFacts | null;
};

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

/** Thrown where a figure is missing: a verdict on a part of the facts would be wrong. */
function count(of: unknown, name: string): bigint {
  const value = exact(fields(of)[name]);
  if (value === null) throw new Error(`The facts have no ${name}.`);
  return value;
}

function counts<Name extends string>(of: unknown, ...names: Name[]): Record<Name, bigint> {
  return Object.fromEntries(names.map((name) => [name, count(of, name)])) as Record<Name, bigint>;
}

const textOrNull = (value: unknown) => (value === null || value === undefined ? null : String(value));

function rows(value: unknown, name: string): readonly Fields[] {
  const list = fields(value)[name];
  if (!Array.isArray(list)) throw new Error(`The facts have no ${name}.`);
  return list.map(fields);
}

const register = ['outstanding', 'treasury', 'restricted', 'certificates', 'holders'] as const;

/** The response of GetProof as facts with exact figures; null when a part of it is missing or unreadable. */
export function factsOf(response: unknown): ProofFacts | null {
  try {
    return {
      date: textOf(fields(response).asOfDate),
      classes: rows(response, 'classes').map(classOf),
      differences: rows(response, 'openRecordDifferences').map((row) => ({
        className: textOf(row.security),
        openedOn: textOf(row.openedOn),
        existedSince: textOf(row.existedSince ?? row.openedOn),
        shares: count(row, 'shares'),
        cause: textOf(row.cause),
        isByPriorAgent: row.isByPriorAgent === true,
      })),
      lists: rows(response, 'recordDateLists').map((row) => ({
        kind: row.kind === 'Dividend' ? 'Dividend' : 'Meeting',
        title: textOf(row.title),
        className: textOf(row.security),
        recordDate: textOf(row.recordDate),
        ...counts(row, 'recordedShares', 'registerShares', 'holdersDiffering'),
        stated: textOrNull(row.stated),
        paid: textOrNull(row.paid),
        settled: textOrNull(row.settled),
        statedShares: row.statedShares === null ? null : count(row, 'statedShares'),
      })),
      plans: rows(response, 'plans').map((row) => ({
        className: textOf(row.security),
        reinvested: textOf(row.reinvested),
        invested: textOf(row.invested),
        cash: textOf(row.cash),
        awaited: textOf(row.awaited),
        membersDiffering: count(row, 'membersDiffering'),
      })),
      unposted: rows(response, 'unposted').map((row) => ({
        number: textOf(row.transactionId),
        effectiveDate: textOf(row.effectiveDate),
        dueDate: textOf(row.dueDate),
      })),
      transactions: transactionsOf(fields(response).transactions),
      depository: depositoryOf(fields(response).depository),
    };
  } catch {
    return null;
  }
}

function transactionsOf(value: unknown): ProofFacts['transactions'] {
  if (value === null || value === undefined) return null;
  return { journal: count(value, 'journal'), listed: exact(fields(value).listed) };
}

function classOf(row: Fields): ClassFacts {
  return {
    className: textOf(row.security),
    isUnlimited: row.isUnlimited === true,
    certificates: counts(row.certificates, ...register),
    dayTotals: counts(row.dayTotals, ...register),
    controlBook: counts(row.controlBook, 'authorized', 'issued', 'treasury', 'reserved'),
    changes: counts(row.changes, 'authorized', 'reserved'),
    answers: counts(
      row.answers,
      'authorized',
      'issued',
      'outstanding',
      'restricted',
      'reserved',
      'holders',
      'ownedShares',
      'ownedHolders',
      'dilutedReserves',
    ),
    journal: counts(
      row.journal,
      'issued',
      'outstanding',
      'holdersDiffering',
      'sharesDiffering',
      'unbalancedTransactions',
    ),
    entries: {
      ...counts(row.entries, 'differing', 'sharesDiffering'),
      firstDate: textOrNull(fields(row.entries).firstDate),
    },
    registerDiffersSince: textOrNull(row.registerDiffersSince),
    bookDiffersSince: textOrNull(row.bookDiffersSince),
  };
}
