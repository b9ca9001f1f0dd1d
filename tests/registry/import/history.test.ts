import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRegister } from '#registry/import/check/check-register';
import { postRegister } from '#registry/import/post/post-register';
import { undoRegister } from '#registry/import/post/undo-register';
import { openTestDatabases, proof, type TestDatabases } from '#tests/ledger/database';
import { soundBook } from './planted.ts';
import { addHeaders } from './single-changes.ts';
import { addHistory, line, lines, transactions } from './single-history-changes.ts';
import { type Book, rowOf, workbook } from './workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'history-'));
let databases: TestDatabases;
let pool: Pool;
beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool } = await databases.open('history'));
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Posts a register, gives what the books then say, and takes it back. */
async function posted(change: (book: Book) => void) {
  const book = soundBook();
  change(book);
  addHeaders(book);
  const path = join(folder, 'register.xlsx');
  writeFileSync(path, await workbook(book));
  const client = await pool.connect();
  try {
    const checked = await checkRegister(client, path, { today: '2026-12-15' });
    expect(checked.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const options = { fileName: 'register.xlsx', accepted: 'Test', now: new Date('2026-12-15T15:00:00Z') };
    await postRegister(client, checked, options);
  } finally {
    client.release(true);
  }
  expect(await proof(pool)).toEqual([]);
  const rows = async (sql: string) => (await pool.query(sql)).rows;
  const [{ books_from: from }] = await rows('select books_from from issuer');
  const journal = await rows(
    `select number, kind, sub_kind, effective_on, transfer_from, issued_to, is_presented from txn
      where sub_kind <> 'Opening position' order by number`,
  );
  const opening = await rows(
    `select t.number, t.effective_on, t.received_on, t.completed_on, count(c.id)::int as certificates
       from txn t join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id where t.sub_kind = 'Opening position'
      group by 1, 2, 3, 4 order by 1`,
  );
  const canceled = await rows(
    `select c.prefix, c.number, c.movement, c.shares, c.canceled_on, x.number as by from certificate c
       join txn x on x.issuer_id = c.issuer_id and x.id = c.canceled_txn order by c.id`,
  );
  const next = await rows("select next_id from issuer_counter where kind = 'txn'");
  await undoRegister(pool, 2001n, { reason: 'Test', now: new Date() });
  for (const table of [
    'issuer',
    'holder',
    'txn',
    'certificate',
    'control_entry',
    'txn_factor',
    'cash_in_lieu',
  ])
    expect([table, (await pool.query(`select 1 from ${table}`)).rowCount]).toEqual([table, 0]);
  return { from, journal, opening, canceled, next: next[0].next_id };
}

const sale = {
  ...{ number: 4711n, kind: 'T', sub_kind: 'Sale', effective_on: '2019-05-01', is_presented: false },
  ...{ transfer_from: 'HOLDER 11 SAMPLE', issued_to: 'HOLDER 4 SAMPLE' },
};

test('transactions keep their numbers and days; what no transaction issued is an opening position', async () => {
  const books = await posted((book) => addHistory(book));
  expect(books.journal).toEqual([
    {
      ...{ number: 4710n, kind: 'N', sub_kind: 'Private placement', effective_on: '2018-01-02' },
      ...{ transfer_from: '', issued_to: 'HOLDER 11 SAMPLE', is_presented: false },
    },
    sale,
  ]);
  expect(books.canceled).toEqual([
    { prefix: 'CS', number: 9000n, movement: 0, shares: 50_000n, canceled_on: '2019-05-01', by: 4711n },
  ]);
  // They are later than the journal's first transaction: until the last of them the books lack something.
  expect(books.from).toBe('2019-05-01');
  const all = { received_on: '2018-01-02' };
  expect(books.opening).toEqual([
    { number: 4712n, effective_on: '2015-02-03', completed_on: '2018-01-02', certificates: 1, ...all },
    { number: 4713n, effective_on: '2019-05-01', completed_on: '2019-05-01', certificates: 118, ...all },
  ]);
  expect(books.next).toBe(4714n);
});

test('the books begin on the day before the first transaction when every certificate is accounted for', async () => {
  const first = transactions
    .slice(1)
    .map((one) => ({ ...one, effective_on: '2020-03-02', received_on: '2020-03-02' }));
  const books = await posted((book) => {
    addHistory(book, first, lines.slice(1));
    book.rows.Positions![123]!.K = '2020-03-02';
    book.rows.Positions![2]!.I = '2020-03-02';
  });
  expect(books).toMatchObject({ from: '2020-03-01', journal: [{ ...sale, effective_on: '2020-03-02' }] });
  expect(books.opening.map((one) => one.certificates)).toEqual([1, 1, 118]);
});

test('a transaction that breaks a rule ends the history: what is before it becomes opening positions', async () => {
  const later = { txn: '4720', type: 'T', purpose: 'Sale', effective_on: '2021-06-01' };
  const books = await posted((book) => {
    const journal = transactions.map((one) => (one.txn === '4711' ? { ...one, type: 'R' } : one));
    addHistory(
      book,
      [...journal, later],
      [...lines, line('4720', 'Canceled', '9001', '10010'), line('4720', 'Issued', '1003', '10004')],
    );
    const { K: _, ...old } = book.rows.Positions![123]!;
    book.rows.Positions![124] = { ...old, E: '9001', K: '2021-06-01' };
    book.rows.Positions![3]!.I = '2021-06-01';
  });
  expect(books.from).toBe('2019-05-01');
  expect(books.journal).toMatchObject([{ number: 4720n, kind: 'T' }]);
  expect(books.canceled).toMatchObject([{ number: 9001n, by: 4720n }]);
});

test("a nominee's position is moved by lines of its number", async () => {
  const fast = { class: 'Common', prefix: 'FB', number: '1', account: '10061', form: 'BookEntry' };
  const books = await posted((book) => {
    book.rows.Holders![63] = {
      ...book.rows.Holders![61]!,
      A: '10061',
      B: 'DEPOSITORY & CO',
      F: 'NomineeOrDepository',
      H: '',
    };
    delete book.rows.Holders![63]!.H;
    delete book.rows.Holders![63]!.I;
    addHistory(
      book,
      [
        { txn: '1', type: 'N', effective_on: '2017-02-01' },
        { txn: '2', type: 'T', purpose: 'Depository withdrawal', effective_on: '2019-05-01' },
      ],
      [
        { ...fast, txn: '1', side: 'Issued', shares: '80000', restriction: 'N' },
        { ...fast, txn: '2', side: 'Canceled', shares: '50000', restriction: 'N' },
        line('2', 'Issued', '1002', '10003'),
      ],
    );
    book.rows.Positions![123] = rowOf('Positions', {
      ...{ ...fast, shares: '30000', restriction: 'N', issued_on: '2017-02-01' },
    });
    book.rows['Control totals']![2]!.C = '5980000';
    book.rows['Control totals']![3]!.C = '9';
  });
  expect(books.canceled).toEqual([
    { prefix: 'FB', number: 1n, movement: 0, shares: 80_000n, canceled_on: '2019-05-01', by: 2n },
  ]);
});
