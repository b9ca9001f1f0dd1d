/** The nominee's position of a class: deposits and withdrawals move it under one number. */
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { verb } from '#registry/ledger/core/verb';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { type IssueLine, issue } from '#registry/ledger/issuance/issue';
import { reverse } from '#registry/ledger/reverse';
import { placeStopIn } from '#registry/ledger/stops';
import { transfer } from '#registry/ledger/transfer';
import { heldCertificates } from '#registry/queries/account-holdings';
import { certificatePage } from '#registry/queries/facts/certificates';
import { certificatesOf } from '#registry/queries/holdings';
import { journalLines } from '#registry/queries/journal';
import { alpha, beta, entry, ledgerOfFile, quill, rejectionOf } from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open, line } = await ledgerOfFile('positions');

type Books = Awaited<ReturnType<typeof open>>;
const deposit = (day: string) => ({ ...entry(day), subKind: 'Depository deposit' as const });
const withdrawal = (day: string) => ({ ...entry(day), subKind: 'Depository withdrawal' as const });

/** Moves shares of the first holder into the depository, or of the depository to the second. */
const moveIn = ({ issuerId }: Books, certificateId: bigint, shares: bigint, day: string) =>
  alone(pool, transfer, {
    ...{ issuerId, entry: deposit(day), certificates: [certificateId], lines: [line(quill, shares)] },
  });
const moveOut = ({ issuerId }: Books, certificateIds: bigint[], shares: bigint, day: string) =>
  alone(pool, transfer, {
    ...{ issuerId, entry: withdrawal(day), certificates: certificateIds, lines: [line(beta, shares)] },
  });

const read = <T>(work: (tx: PoolClient) => Promise<T>) => withTransaction(pool, work);

/** The nominee's certificates as they are listed on a day. */
async function listed({ issuerId }: Books, day: string, status: 'All' | 'Outstanding' | 'Canceled' = 'All') {
  const page = await read((tx) =>
    certificatePage(
      tx,
      issuerId,
      day,
      { status, classId: undefined, customerShareholderId: 'QUILL' },
      { start: 0, numberOfRows: 100 },
    ),
  );
  return page.rows.map((one) => [
    `${one.prefix}-${one.number}`,
    Number(one.shares),
    one.issued_on,
    one.canceled_on > day ? '' : one.canceled_on,
  ]);
}

/** The journal of a transaction: side, certificate, shares. */
async function journalOf({ issuerId }: Books, txnId: bigint) {
  const selection = {
    issuerIds: [issuerId],
    dateBy: 'EffectiveDate' as const,
    from: '2000-01-01',
    to: '2099-01-01',
  };
  const rows = await read((tx) =>
    Array.fromAsync(journalLines(tx, { ...selection, kind: '', timeZone: 'America/New_York' })),
  );
  return rows
    .filter((one) => one.txn_id === txnId)
    .map((one) => [one.is_issued ? 'issued' : 'canceled', `${one.prefix}-${one.number}`, Number(one.shares)]);
}

/** Rows of the nominee that are outstanding, in the books themselves. */
async function current({ issuerId }: Books): Promise<bigint[]> {
  const { rows } = await pool.query<{ id: bigint }>(
    `select id from certificate where issuer_id = $1 and holder_id = $2 and canceled_on = '9999-12-31' order by id`,
    [issuerId, holders[quill]],
  );
  return rows.map((row) => row.id);
}

const issueMore = ({ issuerId, common }: Books, day: string, lines: IssueLine[]) =>
  alone(pool, issue, {
    ...{ issuerId, classId: common, lines },
    entry: { ...entry(day), subKind: 'Private placement' as const },
  });

test('deposits and withdrawals move one position, and the journal shows the moved shares', async () => {
  const books = await open([
    [quill, 1000n],
    [alpha, 300n],
  ]);
  const [position, other] = books.certificates.map((one) => one.id) as [bigint, bigint];
  const first = await moveIn(books, other, 200n, '2024-02-01');
  const second = await moveOut(books, await current(books), 150n, '2024-03-01');
  const third = await issueMore(books, '2024-03-05', [line(quill, 50n)]);

  expect(await current(books)).toHaveLength(1);
  expect(await listed(books, '2024-01-31')).toEqual([['FB-1', 1000, '2024-01-10', '']]);
  expect(await listed(books, '2024-02-01')).toEqual([['FB-1', 1200, '2024-01-10', '']]);
  expect(await listed(books, '2024-03-01')).toEqual([['FB-1', 1050, '2024-01-10', '']]);
  expect(await listed(books, '2024-03-05')).toEqual([['FB-1', 1100, '2024-01-10', '']]);
  expect(await listed(books, '2024-03-05', 'Canceled')).toEqual([]);
  expect(await journalOf(books, first.txnId)).toEqual([
    ['canceled', 'BE-1', 300],
    ['issued', 'FB-1', 200],
    ['issued', 'BE-2', 100],
  ]);
  expect(await journalOf(books, second.txnId)).toEqual([
    ['canceled', 'FB-1', 150],
    ['issued', 'BE-3', 150],
  ]);
  expect(await journalOf(books, third.txnId)).toEqual([['issued', 'FB-1', 50]]);

  const held = await read((tx) => certificatesOf(tx, books.issuerId, '2024-03-05', [holders[quill]!]));
  const opening = await pool.query<{ issued_txn: bigint }>(
    'select issued_txn from certificate where issuer_id = $1 and id = $2',
    [books.issuerId, position],
  );
  expect(held).toMatchObject([{ id: position, number: 1n, shares: 1100n, issuedOn: '2024-01-10' }]);
  expect(held[0]!.issuedTxn).toBe(opening.rows[0]!.issued_txn);
  expect(await proof(pool, books.issuerId)).toEqual([]);
});

test('a position that is withdrawn whole ends, and the next deposit begins another', async () => {
  const books = await open([
    [quill, 100n],
    [alpha, 70n],
  ]);
  const other = books.certificates[1]!.id;
  await moveOut(books, await current(books), 40n, '2024-02-01');
  const last = await moveOut(books, await current(books), 60n, '2024-02-02');
  expect(await journalOf(books, last.txnId)).toEqual([
    ['canceled', 'FB-1', 60],
    ['issued', 'BE-3', 60],
  ]);
  await moveIn(books, other, 70n, '2024-02-03');
  expect(await listed(books, '2024-02-01')).toEqual([['FB-1', 60, '2024-01-10', '']]);
  expect(await listed(books, '2024-02-03')).toEqual([
    ['FB-1', 60, '2024-01-10', '2024-02-02'],
    ['FB-2', 70, '2024-02-03', ''],
  ]);
  // A list of an earlier day says when its certificates were canceled later.
  const early = await read((tx) =>
    Array.fromAsync(
      heldCertificates(tx, books.issuerId, '2024-02-01', { customerShareholderId: 'QUILL', status: 'All' }),
    ),
  );
  expect(early.map((one) => [Number(one.shares), one.canceled_on])).toEqual([[60, '2024-02-02']]);
  expect(await proof(pool, books.issuerId)).toEqual([]);
});

test('a transfer takes in what a split issued or an earlier day brought; a stop keeps it apart', async () => {
  const books = await open([
    [quill, 100n],
    ...[50n, 60n, 70n].map((shares): [number, bigint] => [alpha, shares]),
  ]);
  const [, a, b, c] = books.certificates.map((one) => one.id) as [bigint, bigint, bigint, bigint];
  await moveIn(books, a, 50n, '2024-02-10');
  // The position moved on the 10th, so a deposit effective before it stays apart.
  await moveIn(books, b, 60n, '2024-02-05');
  expect(await listed(books, '2024-02-10')).toEqual([
    ['FB-1', 150, '2024-01-10', ''],
    ['FB-2', 60, '2024-02-05', ''],
  ]);
  await alone(pool, splitForward, {
    ...{ issuerId: books.issuerId, classId: books.common, entry: entry('2024-02-20') },
    ...{ ratio: { numerator: 2n, denominator: 1n }, fractionalType: 'Round Down' as const },
  });
  expect(await current(books)).toHaveLength(4);
  const out = await moveOut(books, [(await current(books))[0]!], 10n, '2024-02-21');
  expect(await current(books)).toHaveLength(1);
  expect(await listed(books, '2024-02-21', 'Outstanding')).toEqual([['FB-1', 410, '2024-01-10', '']]);
  expect(
    (await journalOf(books, out.txnId)).reduce((sum, [side, , shares]) => {
      return sum + (side === 'issued' ? (shares as number) : -(shares as number));
    }, 0),
  ).toBe(0);
  const [row] = await current(books);
  await alone(pool, verb(placeStopIn), {
    issuerId: books.issuerId,
    certificateId: row!,
    kind: 'Issuer stop' as const,
    placedOn: '2024-02-22',
  });
  await moveIn(books, c, 70n, '2024-02-23');
  expect(await listed(books, '2024-02-23', 'Outstanding')).toEqual([
    ['FB-1', 410, '2024-01-10', ''],
    ['FB-5', 70, '2024-02-23', ''],
  ]);
  expect(await rejectionOf(moveOut(books, [row!], 5n, '2024-02-24'))).toBe('stopped');
  expect(await proof(pool, books.issuerId)).toEqual([]);
});

test('a reverse split ends the position', async () => {
  const books = await open([
    [quill, 1000n],
    [alpha, 100n],
  ]);
  await moveIn(books, books.certificates[1]!.id, 40n, '2024-02-01');
  await alone(pool, splitReverse, {
    ...{ issuerId: books.issuerId, classId: books.common, entry: entry('2024-03-01') },
    ...{ ratio: { numerator: 1n, denominator: 10n }, fractionalType: 'Round Down' as const },
  });
  expect(await listed(books, '2024-03-01')).toEqual([
    ['FB-1', 1040, '2024-01-10', '2024-03-01'],
    ['FB-2', 104, '2024-03-01', ''],
  ]);
  await moveOut(books, await current(books), 4n, '2024-03-02');
  expect(await listed(books, '2024-03-02', 'Outstanding')).toEqual([['FB-2', 100, '2024-03-01', '']]);
  expect(await proof(pool, books.issuerId)).toEqual([]);
});

test('a movement is reversed after later ones while the position has the shares', async () => {
  const books = await open([
    [quill, 100n],
    [alpha, 80n],
    [alpha, 500n],
  ]);
  const [, small, large] = books.certificates.map((one) => one.id) as [bigint, bigint, bigint];
  const first = await moveIn(books, small, 80n, '2024-02-01');
  const second = await moveIn(books, large, 500n, '2024-02-02');
  const { issuerId } = books;
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: first.txnId, entry: entry('2024-02-01') })),
  ).toBe('notYetIssued');
  const undone = await alone(pool, reverse, { issuerId, txnId: first.txnId, entry: entry('2024-02-03') });
  expect(await journalOf(books, undone.txnId)).toEqual([
    ['canceled', 'FB-1', 80],
    ['issued', 'BE-3', 80],
  ]);
  expect(await listed(books, '2024-02-03')).toEqual([['FB-1', 600, '2024-01-10', '']]);
  await moveOut(books, await current(books), 590n, '2024-02-04');
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: second.txnId, entry: entry('2024-02-05') })),
  ).toBe('laterEntry');
  expect(await proof(pool, issuerId)).toEqual([]);
});

test('a reversal that leaves the shares of the nominee gives back the entries and ends the position', async () => {
  const books = await open([[quill, 415n]]);
  const { issuerId } = books;
  await issueMore(books, '2024-02-01', [line(quill, 5n, { customerId: 78n })]);
  const merged = await alone(pool, transfer, {
    ...{ issuerId, entry: { ...entry('2024-02-02'), subKind: 'Replacement' as const } },
    ...{ certificates: await current(books), lines: [line(quill, 420n)] },
  });
  expect(await listed(books, '2024-02-02', 'Outstanding')).toEqual([['FB-1', 420, '2024-01-10', '']]);
  await alone(pool, reverse, { issuerId, txnId: merged.txnId, entry: entry('2024-02-03') });
  expect((await listed(books, '2024-02-03', 'Outstanding')).map(([, shares]) => shares)).toEqual([5, 415]);
  expect(await proof(pool, issuerId)).toEqual([]);
});

test('a book entry with an id or tax lots of its own stays apart until a transfer takes it in', async () => {
  const books = await open([
    [quill, 100n],
    [alpha, 80n],
  ]);
  await issueMore(books, '2024-02-01', [line(quill, 30n, { customerId: 77n }), line(quill, 20n)]);
  expect(await listed(books, '2024-02-01')).toEqual([
    ['FB-2', 30, '2024-02-01', ''],
    ['FB-1', 120, '2024-01-10', ''],
  ]);
  const lot = { acquiredOn: '2020-01-02', shares: 9n, costPerShare: '2.00', totalCost: '18.00' };
  const lots = [{ ...lot, isCovered: true, method: 'Purchase' }];
  await issueMore(books, '2024-02-01', [line(quill, 9n, { lots })]);
  expect(await current(books)).toHaveLength(3);
  await moveIn(books, books.certificates[1]!.id, 80n, '2024-02-02');
  expect(await listed(books, '2024-02-02', 'Outstanding')).toEqual([['FB-1', 239, '2024-01-10', '']]);
  expect(await proof(pool, books.issuerId)).toEqual([]);
});
