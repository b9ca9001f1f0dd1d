// The unit of work (book) of one issuer: rows read, rows to write, and numbers taken.

import type { ClientBase, QueryResult } from 'pg';
import { type IssuerScoped, issuerScopedId } from '#registry/db/ids';
import { sendAll } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import type { DailySeries } from './daily-series.ts';
import { assertRule } from './ledger-error.ts';
import { type Row, type TableName, tables } from './tables.ts';
import type { Account, Certificate, DayDelta, Lot, Move, Stop, Stored } from './types.ts';

/** A connection inside the caller's transaction. */
export type Tx = ClientBase;

export type ClassFacts = {
  id: bigint;
  name: string;
  code: string;
  series: string;
  isUnlimited: boolean;
  paperPrefix: string;
  bookPrefix: string;
  openedOn: string;
  actionOn: string | null;
  reverseSplitOn: string | null;
  /** Authorized less issued less reserved, over all days, as stored. */
  unissued: bigint;
};
/**
 * One issuer's books during one transaction (a unit of work): what was read under the issuer's lock, and the
 * rows to be written. A verb called alone opens a book, works and writes it. A series of verbs shares one book
 * and writes once, so a year of history takes few statements.
 */
export type UnitOfWork = {
  tx: Tx;
  issuerId: bigint;
  issuerName: string;
  status: string;
  /** True when verbs are only tried in it: it locks nothing and is never written. */
  isTrial: boolean;
  /** True when this book opened the issuer: nothing about it is stored yet. */
  isNew: boolean;
  classes: Map<bigint, ClassFacts>;
  changedClasses: Set<ClassFacts>;
  counters: Map<string, bigint>;
  changedCounters: Set<string>;
  accounts: Map<bigint, Account>;
  certificates: Map<bigint, Certificate>;
  /** Book entries of nominees that are outstanding or were in this book, by class and holder. */
  nomineeEntries: Map<string, Set<Certificate>>;
  /** Those of the above that were read from the database. */
  nomineeEntriesRead: Set<string>;
  canceledNow: Set<Certificate>;
  lots: Map<bigint, Lot[]>;
  changedLots: Set<bigint>;
  stops: Map<bigint, Stop[]>;
  releasedNow: Set<Stop>;
  /** Unissued shares per class: authorized less issued less reserved. */
  unissued: Map<bigint, DailySeries>;
  reserves: Map<bigint, { id: bigint; classId: bigint; name: string; track: DailySeries }>;
  days: Map<string, DayDelta>;
  /** Unwritten changes to holders' accounts, from which the holder counts are computed. */
  moves: Move[];
  /** Holdings read in advance; days before `from` are merged into one. Cleared by the next write. */
  heldBefore: Map<bigint, { from: string; rows: Stored[] }>;
  /** New accounts not written yet, which therefore hold nothing. */
  newAccounts: Set<bigint>;
  waiting: Map<TableName, Row<TableName>[]>;
  /** Stored transactions that were read to change them, and the changes that are not written yet. */
  txns: Map<bigint, Row<'txn'>>;
  changedTxns: Map<bigint, Row<'txn'>>;
};

/**
 * Opens an issuer's book and locks the issuer until the transaction ends, so that limits and numbers are
 * decided by one transaction at a time.
 */
export async function beginUnitOfWork(tx: Tx, issuerId: bigint): Promise<UnitOfWork> {
  const book = await findUnitOfWork(tx, issuerId, []);
  assertRule(book, 'unknownIssuer', 'issuerId', `There is no issuer ${issuerId}.`);
  return book;
}

/**
 * An issuer's book in which verbs can be tried: it locks nothing, and writing it throws. What a verb would do is
 * read from its memory afterwards.
 */
export async function beginTrial(tx: Tx, issuerId: bigint): Promise<UnitOfWork> {
  const book = await findUnitOfWork(tx, issuerId, [], true);
  assertRule(book, 'unknownIssuer', 'issuerId', `There is no issuer ${issuerId}.`);
  return book;
}

/**
 * The id of the issuer with this number of the customer. Asked in a statement of its own: with the id in the others, a
 * distributed server sends each of them to the issuer's shard.
 */
export async function issuerIdOf(tx: Tx, customerId: bigint): Promise<bigint | undefined> {
  const { rows } = await queryPrepared<{ id: bigint }>(tx, 'select id from issuer where customer_id = $1', [
    customerId,
  ]);
  return rows[0]?.id;
}

/**
 * Like `beginUnitOfWork`; undefined when there is no such issuer. Statements of `beside` run after the lock, in the
 * same pipeline where the connection allows it, so that all of it takes one round trip. A trial takes no lock.
 */
export async function findUnitOfWork(
  tx: Tx,
  issuerId: bigint,
  beside: readonly (() => Promise<unknown>)[],
  isTrial = false,
): Promise<UnitOfWork | undefined> {
  const responses: QueryResult[] = [];
  const read = (text: string) => async () => {
    responses.push(await queryPrepared(tx, text, [issuerId]));
  };
  await sendAll(tx, [
    read(
      isTrial
        ? `select id, name, status from issuer where id = $1`
        : `update issuer set version = version + 1 where id = $1 returning id, name, status`,
    ),
    read(`select kind, next_id from issuer_counter where issuer_id = $1`),
    read(`select id, name, code, series, is_unlimited, paper_prefix, book_prefix, opened_on, action_on, reverse_split_on,
                 unissued
            from security_class where issuer_id = $1 order by id${lockOf({ isTrial })}`),
    ...beside,
  ]);
  const [found, counters, classes] = responses as [QueryResult, QueryResult, QueryResult];
  const row = found.rows[0];
  if (!row) return undefined;
  const book = blankBook(tx, row.id, row.name, row.status);
  book.isTrial = isTrial;
  for (const { kind, next_id } of counters.rows) book.counters.set(kind, next_id);
  for (const one of classes.rows) {
    book.classes.set(one.id, {
      id: one.id,
      name: one.name,
      code: one.code,
      series: one.series,
      isUnlimited: one.is_unlimited,
      paperPrefix: one.paper_prefix,
      bookPrefix: one.book_prefix,
      openedOn: one.opened_on,
      actionOn: one.action_on,
      reverseSplitOn: one.reverse_split_on,
      unissued: one.unissued,
    });
  }
  return book;
}

/** How a book's reads of rows to change end: with a lock, or without one in a trial. */
export const lockOf = ({ isTrial }: { isTrial: boolean }): string => (isTrial ? '' : ' for update');

export function blankBook(tx: Tx, issuerId: bigint, issuerName: string, status: string): UnitOfWork {
  return {
    tx,
    issuerId,
    issuerName,
    status,
    isTrial: false,
    isNew: false,
    classes: new Map(),
    changedClasses: new Set(),
    counters: new Map(),
    changedCounters: new Set(),
    accounts: new Map(),
    certificates: new Map(),
    nomineeEntries: new Map(),
    nomineeEntriesRead: new Set(),
    canceledNow: new Set(),
    lots: new Map(),
    changedLots: new Set(),
    stops: new Map(),
    releasedNow: new Set(),
    unissued: new Map(),
    reserves: new Map(),
    days: new Map(),
    moves: [],
    heldBefore: new Map(),
    newAccounts: new Set(),
    waiting: new Map(),
    txns: new Map(),
    changedTxns: new Map(),
  };
}

/**
 * Takes the next number of a kind, from 1. No number is used twice; one that was rolled back is taken again.
 */
export function takeNumber(book: UnitOfWork, kind: string): bigint {
  const next = book.counters.get(kind) ?? 1n;
  book.counters.set(kind, next + 1n);
  book.changedCounters.add(kind);
  return next;
}

export function takeId(book: UnitOfWork, kind: IssuerScoped): bigint {
  return issuerScopedId(book.issuerId, takeNumber(book, kind));
}

/** Queues a row to be written to its table. */
export function add<T extends TableName>(book: UnitOfWork, table: T, row: Row<T>): Row<T> {
  const rows = book.waiting.get(table);
  if (rows) rows.push(row as Row<TableName>);
  else book.waiting.set(table, [row as Row<TableName>]);
  return row;
}

/** The queued rows of a table that are not stored yet. */
export function inLine<T extends TableName>(book: UnitOfWork, table: T): Row<T>[] {
  return (book.waiting.get(table) ?? []) as Row<T>[];
}

export function classOf(book: UnitOfWork, classId: bigint): ClassFacts {
  const found = book.classes.get(classId);
  assertRule(found, 'unknownClass', 'classId', `${book.issuerName} has no class ${classId}.`);
  return found;
}

export const tableOrder = Object.keys(tables) as TableName[];
