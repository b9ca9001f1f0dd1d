import type { ClientBase, QueryResult } from 'pg';
import { type IssuerScoped, issuerScopedId } from '../db/ids.ts';
import { sendAll } from '../db/insert.ts';
import type { Account } from './accounts.ts';
import type { Certificate } from './certificates.ts';
import type { Move } from './holder-counts.ts';
import { demand } from './refusal.ts';
import type { Stop } from './stops.ts';
import { type Row, type TableName, tables } from './tables.ts';
import type { Lot } from './tax-lots.ts';
import type { Track } from './track.ts';

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

/**
 * One issuer's books during one transaction: what was read under the issuer's lock, and what is waiting to be written.
 * A verb called alone opens a book, works and writes it out; a run of verbs shares one book and writes once, which is
 * how a year of history costs a handful of statements.
 */
export type Book = {
  tx: Tx;
  issuerId: bigint;
  issuerName: string;
  status: string;
  /** True when the issuer was opened in this book: what is not in memory does not exist. */
  isNew: boolean;
  classes: Map<bigint, ClassFacts>;
  changedClasses: Set<ClassFacts>;
  counters: Map<string, bigint>;
  changedCounters: Set<string>;
  accounts: Map<bigint, Account>;
  certificates: Map<bigint, Certificate>;
  canceledNow: Set<Certificate>;
  lots: Map<bigint, Lot[]>;
  changedLots: Set<bigint>;
  stops: Map<bigint, Stop[]>;
  releasedNow: Set<Stop>;
  /** Unissued shares per class: authorized less issued less reserved. */
  unissued: Map<bigint, Track>;
  reserves: Map<bigint, { id: bigint; classId: bigint; name: string; track: Track }>;
  days: Map<string, DayDelta>;
  /** What the postings in line move on the accounts of holders; the counts of holders come from it. */
  moves: Move[];
  /** Accounts in line, which therefore hold nothing yet. */
  newAccounts: Set<bigint>;
  waiting: Map<TableName, Row<TableName>[]>;
};

/** Opens an issuer's book and locks the issuer until the transaction ends, so limits and numbers are decided one by one. */
export async function openBook(tx: Tx, issuerId: bigint): Promise<Book> {
  const answers: QueryResult[] = [];
  const ask = (text: string) => async () => {
    answers.push(await tx.query(text, [issuerId]));
  };
  await sendAll(tx, [
    ask('update issuer set version = version + 1 where id = $1 returning name, status'),
    ask('select kind, next_id from issuer_counter where issuer_id = $1'),
    ask(`select id, name, code, series, is_unlimited, paper_prefix, book_prefix, opened_on, action_on, reverse_split_on
           from security_class where issuer_id = $1 order by id for update`),
  ]);
  const [issuer, counters, classes] = answers as [QueryResult, QueryResult, QueryResult];
  const found = issuer.rows[0];
  demand(found, 'unknownIssuer', 'issuerId', `There is no issuer ${issuerId}.`);
  const book = blankBook(tx, issuerId, found.name, found.status);
  for (const row of counters.rows) book.counters.set(row.kind, row.next_id);
  for (const row of classes.rows) {
    book.classes.set(row.id, {
      id: row.id,
      name: row.name,
      code: row.code,
      series: row.series,
      isUnlimited: row.is_unlimited,
      paperPrefix: row.paper_prefix,
      bookPrefix: row.book_prefix,
      openedOn: row.opened_on,
      actionOn: row.action_on,
      reverseSplitOn: row.reverse_split_on,
    });
  }
  return book;
}

export function blankBook(tx: Tx, issuerId: bigint, issuerName: string, status: string): Book {
  return {
    tx,
    issuerId,
    issuerName,
    status,
    isNew: false,
    classes: new Map(),
    changedClasses: new Set(),
    counters: new Map(),
    changedCounters: new Set(),
    accounts: new Map(),
    certificates: new Map(),
    canceledNow: new Set(),
    lots: new Map(),
    changedLots: new Set(),
    stops: new Map(),
    releasedNow: new Set(),
    unissued: new Map(),
    reserves: new Map(),
    days: new Map(),
    moves: [],
    newAccounts: new Set(),
    waiting: new Map(),
  };
}

/** Takes the next number of a kind, from 1. Numbers are never given twice; a rolled-back one is given again. */
export function takeNumber(book: Book, kind: string): bigint {
  const next = book.counters.get(kind) ?? 1n;
  book.counters.set(kind, next + 1n);
  book.changedCounters.add(kind);
  return next;
}

export function takeId(book: Book, kind: IssuerScoped): bigint {
  return issuerScopedId(book.issuerId, takeNumber(book, kind));
}

/** Puts a row in line for its table. */
export function add<T extends TableName>(book: Book, table: T, row: Row<T>): Row<T> {
  const rows = book.waiting.get(table);
  if (rows) rows.push(row as Row<TableName>);
  else book.waiting.set(table, [row as Row<TableName>]);
  return row;
}

/** The rows of a table that are in line and not yet stored. */
export function inLine<T extends TableName>(book: Book, table: T): Row<T>[] {
  return (book.waiting.get(table) ?? []) as Row<T>[];
}

export function classOf(book: Book, classId: bigint): ClassFacts {
  const found = book.classes.get(classId);
  demand(found, 'unknownClass', 'classId', `${book.issuerName} has no class ${classId}.`);
  return found;
}

export const tableOrder = Object.keys(tables) as TableName[];
