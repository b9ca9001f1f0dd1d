// Changes a class's totals and checks them against authorized, reserved and issued shares on every day.

import { queryPrepared } from '#registry/db/query-prepared';
import { addToSeries, type DailySeries, lowestFrom } from './daily-series.ts';
import { flushUnitOfWork } from './flush-unit-of-work.ts';
import { assertRule } from './ledger-error.ts';
import { add, type ClassFacts, classOf, type Tx, takeId, type UnitOfWork } from './unit-of-work.ts';

/** A change of one class's totals by a verb; the control book entry is written from it. */
export type ClassLine = {
  classId: bigint;
  /** Shares issued, and shares canceled or retired, treasury included. Net is the change of issued. */
  credited?: bigint;
  debited?: bigint;
  treasury?: bigint;
  authorized?: bigint;
  reserves?: readonly { reserveId: bigint; delta: bigint }[];
  note?: string;
};

type LineContext = {
  kind: string;
  effectiveOn: string;
  processedAt: string;
  authority: string;
  txnId: bigint | null;
};

/** No entry of a class may be effective before the class was opened. */
export function checkOpened(facts: ClassFacts, day: string): void {
  assertRule(
    day >= facts.openedOn,
    'dateOrder',
    'effectiveOn',
    `${facts.name} was opened on ${facts.openedOn}; nothing can be effective before.`,
  );
}

/**
 * Checks a line against authorized and reserved shares on its day and every later day, then adds it to the
 * control book, the reserves and the authorized changes. Errors: overIssue, reserveShort.
 */
export async function postLine(book: UnitOfWork, line: ClassLine, context: LineContext): Promise<void> {
  const facts = classOf(book, line.classId);
  const net = (line.credited ?? 0n) - (line.debited ?? 0n);
  const reserved = (line.reserves ?? []).reduce((sum, one) => sum + one.delta, 0n);
  const authorized = line.authorized ?? 0n;
  const day = context.effectiveOn;
  assertRule(
    authorized === 0n || !facts.isUnlimited,
    'noLimit',
    'authorized',
    `${facts.name} has no limit of authorized shares that could change.`,
  );
  for (const one of line.reserves ?? []) {
    await changeReserve(book, facts, one, context);
  }
  if (!facts.isUnlimited) {
    const track = await unissuedOf(book, facts, day);
    addToSeries(track, day, authorized - net - reserved);
    // The first limit of a class also counts as an increase, but may be below what is already issued and
    // reserved.
    if (authorized !== 0n || net + reserved > 0n) {
      const short = lowestFrom(track, day);
      assertRule(
        short >= 0n,
        'overIssue',
        'shares',
        `${facts.name} has ${-short} shares too few authorized and unreserved for this.`,
      );
    }
  }
  if (authorized !== 0n) {
    add(book, 'authorized_change', {
      issuer_id: book.issuerId,
      class_id: facts.id,
      id: takeId(book, 'entry'),
      effective_on: day,
      delta: authorized,
      authority: context.authority,
      recorded_at: context.processedAt,
    });
  }
  add(book, 'control_entry', {
    issuer_id: book.issuerId,
    id: takeId(book, 'entry'),
    class_id: facts.id,
    effective_on: day,
    recorded_at: context.processedAt,
    txn_id: context.txnId,
    kind: context.kind,
    authorized_delta: authorized,
    issued_delta: net,
    credited_shares: line.credited ?? 0n,
    debited_shares: line.debited ?? 0n,
    treasury_delta: line.treasury ?? 0n,
    reserved_delta: reserved,
    authority: context.authority,
    note: line.note ?? '',
  });
}

async function changeReserve(
  book: UnitOfWork,
  facts: ClassFacts,
  { reserveId, delta }: { reserveId: bigint; delta: bigint },
  context: LineContext,
): Promise<void> {
  const reserve = await reserveOf(book, reserveId, context.effectiveOn);
  assertRule(
    reserve.classId === facts.id,
    'unknownReserve',
    'reserveId',
    `${facts.name} has no reserve ${reserveId}.`,
  );
  addToSeries(reserve.track, context.effectiveOn, delta);
  if (delta < 0n) {
    const lowest = lowestFrom(reserve.track, context.effectiveOn);
    assertRule(
      lowest >= 0n,
      'reserveShort',
      'reserveId',
      `${reserve.name} is ${-lowest} shares too small for this.`,
    );
  }
  add(book, 'reserve_change', {
    issuer_id: book.issuerId,
    reserve_id: reserveId,
    id: takeId(book, 'entry'),
    class_id: facts.id,
    effective_on: context.effectiveOn,
    delta,
    authority: context.authority,
    txn_id: context.txnId,
    recorded_at: context.processedAt,
  });
}

/**
 * A class without a limit never issues more than this over its lifetime, so that sums over a whole register
 * stay within 64 bits.
 */
const unlimitedSharesMax = 1_000_000_000_000_000_000n;

/**
 * Shares of a class that can be issued as of `day` without exceeding the authorized shares on that or any later
 * day.
 */
export async function issuableFrom(book: UnitOfWork, facts: ClassFacts, day: string): Promise<bigint> {
  if (!facts.isUnlimited) return lowestFrom(await unissuedOf(book, facts, day), day);
  if (book.isNew) return unlimitedSharesMax;
  const { rows } = await book.tx.query(
    `select coalesce(sum(greatest(outstanding_delta + treasury_delta, 0)), 0)::bigint as issued
       from class_day where issuer_id = $1 and class_id = $2`,
    [book.issuerId, facts.id],
  );
  return unlimitedSharesMax - rows[0].issued;
}

/** The unissued shares of a class from `day` on. */
async function unissuedOf(book: UnitOfWork, facts: ClassFacts, day: string): Promise<DailySeries> {
  const known = book.unissued.get(facts.id);
  if (known && known.from <= day) return known;
  if (known) await flushUnitOfWork(book);
  keepUnissued(book, await changesFrom(book.tx, book.issuerId, day), day, [facts]);
  return book.unissued.get(facts.id)!;
}

type ClassChange = { class_id: bigint; day: string; delta: bigint };

/**
 * The changes of unissued shares on `day` and later for every class of an issuer, unordered. Usually none or
 * one row each, while a class may have thousands of days. Lock the issuer first.
 */
export async function changesFrom(tx: Tx, issuerId: bigint, day: string): Promise<ClassChange[]> {
  const { rows } = await queryPrepared<ClassChange>(
    tx,
    `select k.id as class_id, c.day, c.delta
       from security_class k
      cross join lateral (
            select effective_on as day, delta from authorized_change
             where issuer_id = $1 and class_id = k.id and effective_on >= $2
             union all
            select effective_on, -delta from reserve_change
             where issuer_id = $1 and class_id = k.id and effective_on >= $2
             union all
            select day, -outstanding_delta - treasury_delta from class_day
             where issuer_id = $1 and class_id = k.id and day >= $2) as c
      where k.issuer_id = $1`,
    [issuerId, day],
  );
  return rows;
}

/**
 * Builds the daily series of unissued shares from these changes: the base is the current total less the
 * changes.
 */
export function keepUnissued(
  book: UnitOfWork,
  changes: readonly ClassChange[],
  from: string,
  classes: Iterable<ClassFacts>,
): void {
  for (const facts of classes) {
    const track: DailySeries = { from, base: facts.unissued, days: [] };
    for (const { class_id, day, delta } of changes) {
      if (class_id !== facts.id) continue;
      track.base -= delta;
      addToSeries(track, day, delta);
    }
    book.unissued.set(facts.id, track);
  }
}

/** One reserve with its size from `day` on. */
export async function reserveOf(book: UnitOfWork, reserveId: bigint, day: string) {
  const known = book.reserves.get(reserveId);
  if (known && known.track.from <= day) return known;
  assertRule(!book.isNew, 'unknownReserve', 'reserveId', `${book.issuerName} has no reserve ${reserveId}.`);
  if (known) await flushUnitOfWork(book);
  const { rows } = await book.tx.query(
    `select r.class_id, r.name, greatest(c.effective_on, $3::date - 1) as day, sum(c.delta)::bigint as delta
       from reserve r left join reserve_change c on c.issuer_id = $1 and c.reserve_id = r.id
      where r.issuer_id = $1 and r.id = $2 group by 1, 2, 3 order by 3`,
    [book.issuerId, reserveId, day],
  );
  const first = rows[0];
  assertRule(first, 'unknownReserve', 'reserveId', `${book.issuerName} has no reserve ${reserveId}.`);
  const changes = rows.filter((row) => row.delta !== null);
  const read = { id: reserveId, classId: first.class_id, name: first.name, track: readTrack(changes, day) };
  book.reserves.set(reserveId, read);
  return read;
}

function readTrack(rows: { day: string; delta: bigint }[], from: string): DailySeries {
  const base = rows[0] && rows[0].day < from ? rows[0].delta : 0n;
  return { from, base, days: rows.filter((row) => row.day >= from) };
}
