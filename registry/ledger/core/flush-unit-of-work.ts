import { addWords } from '#registry/db/account-words';
import { arrayText, insertRows, sendAll } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { certificateRow } from './certificates.ts';
import { type Row, tables } from './tables.ts';
import { lotRows } from './tax-lots.ts';
import { classOf, tableOrder, type UnitOfWork } from './unit-of-work.ts';
import { countHolders, heldAhead, heldBefore, writeCounts } from './write-counts.ts';

/**
 * Writes the queued rows of a book in an order that satisfies every foreign key. The class's day rows are last,
 * because they are the most contended rows of an issuer. Statements of `beside` are sent together with them.
 */
export async function flushUnitOfWork(
  book: UnitOfWork,
  beside: readonly (() => Promise<unknown>)[] = [],
): Promise<void> {
  if (book.isTrial) throw new Error('A trial is never written.');
  const waiting = book.waiting;
  book.waiting = new Map();
  const unissued = unissuedChanges(book, waiting);
  const opened = [...book.newAccounts];
  const counts = countHolders(book, heldAhead(book) ?? (await heldBefore(book)));
  await sendAll(book.tx, [
    ...tableOrder.map((table) => () => {
      if (table === 'tax_lot') return rewriteLots(book);
      const rows = table === 'certificate' ? newCertificates(book) : (waiting.get(table) ?? []);
      return insertRows(book.tx, table, tables[table], rows);
    }),
    () => writeWords(book, opened),
    () => writeTxns(book),
    () => cancelStored(book),
    () => releaseStored(book),
    () => writeClasses(book),
    () => writeUnissued(book, unissued),
    () => writeCounters(book),
    () => writeCounts(book, counts),
    () => writeDays(book),
    ...beside,
  ]);
}

/** The words by which new accounts are found. */
async function writeWords(book: UnitOfWork, opened: readonly bigint[]): Promise<void> {
  if (opened.length === 0) return;
  await queryPrepared(book.tx, addWords, [book.issuerId, arrayText(opened)]);
}

/** The change of unissued shares of each class by the queued entries. */
function unissuedChanges(book: UnitOfWork, waiting: UnitOfWork['waiting']): Map<bigint, bigint> {
  const changes = new Map<bigint, bigint>();
  const change = (classId: bigint, by: bigint) => changes.set(classId, (changes.get(classId) ?? 0n) + by);
  for (const [table, sign] of [
    ['authorized_change', 1n],
    ['reserve_change', -1n],
  ] as const) {
    for (const row of (waiting.get(table) ?? []) as Row<typeof table>[])
      change(row.class_id as bigint, sign * (row.delta as bigint));
  }
  for (const [key, { outstanding, treasury }] of book.days)
    change(BigInt(key.slice(11)), -outstanding - treasury);
  for (const [classId, by] of changes) if (by === 0n) changes.delete(classId);
  return changes;
}

async function writeUnissued(book: UnitOfWork, changes: ReadonlyMap<bigint, bigint>): Promise<void> {
  for (const [classId, by] of changes) classOf(book, classId).unissued += by;
  const [only, another] = changes;
  if (!only) return;
  await (another
    ? queryPrepared(
        book.tx,
        `update security_class k set unissued = k.unissued + u.delta
           from unnest($2::bigint[], $3::bigint[]) as u (id, delta) where k.issuer_id = $1 and k.id = u.id`,
        [book.issuerId, arrayText([...changes.keys()]), arrayText([...changes.values()])],
      )
    : queryPrepared(
        book.tx,
        'update security_class set unissued = unissued + $3 where issuer_id = $1 and id = $2',
        [book.issuerId, ...only],
      ));
}

function newCertificates(book: UnitOfWork) {
  const rows = [];
  for (const certificate of book.certificates.values()) {
    if (certificate.isStored) continue;
    certificate.isStored = true;
    rows.push(certificateRow(book.issuerId, certificate));
    book.canceledNow.delete(certificate);
  }
  return rows;
}

/** Only an outstanding certificate can be canceled; the number of updated rows confirms it. */
async function cancelStored(book: UnitOfWork): Promise<void> {
  if (book.canceledNow.size === 0) return;
  const list = [...book.canceledNow];
  book.canceledNow.clear();
  const { rowCount } = await book.tx.query(
    `update certificate c set canceled_on = u.day, canceled_txn = u.txn, position_id = u.position, moved_shares = u.moved,
            is_replaced = u.is_replaced
       from unnest($2::bigint[], $3::date[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[])
              as u (id, day, txn, position, moved, is_replaced)
      where c.issuer_id = $1 and c.id = u.id and c.canceled_on = '9999-12-31'`,
    [
      book.issuerId,
      arrayText(list.map((one) => one.id)),
      arrayText(list.map((one) => one.canceledOn)),
      arrayText(list.map((one) => one.canceledTxn)),
      arrayText(list.map((one) => one.position?.id ?? null)),
      arrayText(list.map((one) => one.position?.moved ?? null)),
      arrayText(list.map((one) => one.position?.isReplaced ?? false)),
    ],
  );
  if (rowCount !== list.length)
    throw new Error(`${list.length} certificates to cancel, ${rowCount} were outstanding.`);
}

async function releaseStored(book: UnitOfWork): Promise<void> {
  const list = [...book.releasedNow].filter((stop) => stop.isStored);
  book.releasedNow.clear();
  for (const stops of book.stops.values()) for (const stop of stops) stop.isStored = true;
  if (list.length === 0) return;
  await book.tx.query(
    `update stop s set released_on = u.day, released_txn = u.txn, released_by = u.by, release_reason = u.reason,
            release_document = u.document
       from unnest($2::bigint[], $3::date[], $4::bigint[], $5::text[], $6::text[], $7::text[])
              as u (id, day, txn, by, reason, document)
      where s.issuer_id = $1 and s.id = u.id and s.released_on is null`,
    [
      book.issuerId,
      arrayText(list.map((one) => one.id)),
      arrayText(list.map((one) => one.releasedOn)),
      arrayText(list.map((one) => one.releasedTxn)),
      arrayText(list.map((one) => one.release?.by ?? '')),
      arrayText(list.map((one) => one.release?.reason ?? '')),
      arrayText(list.map((one) => one.release?.document ?? '')),
    ],
  );
}

/** Lots are replaced completely, because a split spreads the basis of existing lots. */
async function rewriteLots(book: UnitOfWork): Promise<void> {
  const ids = [...book.changedLots];
  book.changedLots.clear();
  if (ids.length === 0) return;
  await sendAll(book.tx, [
    () =>
      book.tx.query('delete from tax_lot where issuer_id = $1 and certificate_id = any($2::bigint[])', [
        book.issuerId,
        arrayText(ids),
      ]),
    () => insertRows(book.tx, 'tax_lot', tables.tax_lot, lotRows(book, ids)),
  ]);
}

/** Changes of stored transactions: one statement for those that change the same columns. */
async function writeTxns(book: UnitOfWork): Promise<void> {
  const changes = [...book.changedTxns];
  book.changedTxns.clear();
  const groups = Map.groupBy(changes, ([, change]) => Object.keys(change).join(' '));
  await sendAll(
    book.tx,
    [...groups.values()].map((group) => async () => {
      const names = Object.keys(group[0]![1]) as (keyof Row<'txn'> & string)[];
      const sets = names.map((name) => `${name} = u.${name}`).join(', ');
      const arrays = names.map((name, index) => `$${index + 3}::${tables.txn[name]}[]`).join(', ');
      const { rowCount } = await queryPrepared(
        book.tx,
        `update txn t set ${sets} from unnest($2::bigint[], ${arrays}) as u (id, ${names.join(', ')})
          where t.issuer_id = $1 and t.id = u.id`,
        [
          book.issuerId,
          arrayText(group.map(([id]) => id)),
          ...names.map((name) => arrayText(group.map(([, change]) => change[name]))),
        ],
      );
      if (rowCount !== group.length)
        throw new Error(`${group.length} transactions to change, ${rowCount} were found.`);
    }),
  );
}

async function writeClasses(book: UnitOfWork): Promise<void> {
  const list = [...book.changedClasses];
  book.changedClasses.clear();
  for (const one of list) {
    await book.tx.query(
      `update security_class set is_unlimited = $3, action_on = $4, reverse_split_on = $5
        where issuer_id = $1 and id = $2`,
      [book.issuerId, one.id, one.isUnlimited, one.actionOn, one.reverseSplitOn],
    );
  }
}

async function writeCounters(book: UnitOfWork): Promise<void> {
  const kinds = [...book.changedCounters];
  book.changedCounters.clear();
  if (kinds.length === 0) return;
  await insertRows(
    book.tx,
    'issuer_counter',
    { issuer_id: 'bigint', kind: 'text', next_id: 'bigint' },
    kinds.map((kind) => ({ issuer_id: book.issuerId, kind, next_id: book.counters.get(kind) })),
    'on conflict (issuer_id, kind) do update set next_id = excluded.next_id',
  );
}

async function writeDays(book: UnitOfWork): Promise<void> {
  const rows = [...book.days].map(([key, delta]) => ({
    issuer_id: book.issuerId,
    class_id: key.slice(11),
    day: key.slice(0, 10),
    outstanding_delta: delta.outstanding,
    treasury_delta: delta.treasury,
    restricted_delta: delta.restricted,
    certificates_delta: delta.certificates,
    holders_delta: delta.holders,
    restricted_holders_delta: delta.restrictedHolders,
    free_holders_delta: delta.freeHolders,
  }));
  book.days.clear();
  await insertRows(
    book.tx,
    'class_day',
    {
      issuer_id: 'bigint',
      class_id: 'bigint',
      day: 'date',
      outstanding_delta: 'bigint',
      treasury_delta: 'bigint',
      restricted_delta: 'bigint',
      certificates_delta: 'bigint',
      holders_delta: 'bigint',
      restricted_holders_delta: 'bigint',
      free_holders_delta: 'bigint',
    },
    rows,
    `on conflict (issuer_id, class_id, day) do update set
       outstanding_delta = class_day.outstanding_delta + excluded.outstanding_delta,
       treasury_delta = class_day.treasury_delta + excluded.treasury_delta,
       restricted_delta = class_day.restricted_delta + excluded.restricted_delta,
       certificates_delta = class_day.certificates_delta + excluded.certificates_delta,
       holders_delta = class_day.holders_delta + excluded.holders_delta,
       restricted_holders_delta = class_day.restricted_holders_delta + excluded.restricted_holders_delta,
       free_holders_delta = class_day.free_holders_delta + excluded.free_holders_delta`,
  );
}
