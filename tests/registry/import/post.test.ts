import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { gather } from '#lib/sheet/archive-for-tests';
import { checkRegister } from '#registry/import/check/check-register';
import { keepColumns, keepValues } from '#registry/import/files/saved-mappings';
import { postRegister } from '#registry/import/post/post-register';
import { templateWorkbook } from '#registry/import/template/template';
import { violations } from '#registry/ledger/invariants/run';
import { sampled } from '#tests/lane';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { soundBookOf } from './planted.ts';
import { workbook } from './workbook.ts';

const registry = registryOfFile();
const run = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Answer = Record<string, unknown>;
const path = (name: string) => join(folder, name);
const rowsOf = async (sql: string) => (await registry().database.pool.query(sql)).rows;

describe('columns and values that were decided on the page', () => {
  const decided = {
    source: 'Old Agent Inc.',
    byEmail: 'clerk@harborline.example',
    at: '2026-11-01T12:00:00Z',
  };
  const foreign = async (name: string) => {
    const book = soundBookOf('2090');
    book.rows.Source![2]!.B = name;
    const columnOf = (sheet: string, header: string) =>
      Object.entries(book.rows[sheet]![1]!).find(([, cell]) => cell === header)![0];
    const restriction = columnOf('Positions', 'Restriction');
    book.rows.Holders![1]![columnOf('Holders', 'Name 1')] = 'Stockholder';
    book.rows.Positions![2]![restriction] = 'None on file';
    writeFileSync(path('foreign.xlsx'), await workbook(book));
    const headersOf = (sheet: string) => Object.values(book.rows[sheet]![1]!).map(String);
    return { holders: headersOf('Holders'), positions: headersOf('Positions') };
  };

  test('are taken by the command for the source that the file names, or that is named', {
    tags: ['long'],
  }, async () => {
    const { holders, positions } = await foreign(decided.source);
    const dry = async (...words: string[]) => {
      const { out, ...ran } = await run([path('foreign.xlsx'), '--dry-run', ...words]);
      return { ...ran, lines: out.split('\n') };
    };
    const before = await dry();
    expect(before.status).toBe(1);
    expect(before.lines).toContainEqual(expect.stringMatching(/Column Name 1 of Holders is missing\.$/));
    expect(await dry('--source', decided.source)).toMatchObject({
      status: 2,
      err: 'Nothing was decided for the source "Old Agent Inc.". Nothing was read.\n',
    });

    const { pool } = registry().database;
    await keepColumns(pool, {
      ...{ ...decided, sheet: 'holders', headers: holders },
      columns: [{ header: 'Stockholder', field: 'name' }],
    });
    await keepValues(pool, {
      ...{ ...decided, sheet: 'positions', headers: positions },
      values: [{ field: 'restriction', value: 'None on file', code: 'N' }],
    });
    const after = await dry();
    expect([after.status, after.err]).toEqual([0, '']);
    expect(after.lines.filter((line) => line.startsWith('As decided before'))).toEqual([
      'As decided before: Holders, Stockholder: Name 1',
      'As decided before: Positions, Restriction, None on file: N',
    ]);

    await foreign('Old Agent Incorporated');
    expect((await dry()).status).toBe(1);
    expect(await dry('--source', decided.source)).toMatchObject({ status: 0, err: '' });
  });

  test('are no part of other forms', async () => {
    await foreign(decided.source);
    const pull = ['--from', 'https://registry.example', '--issuer', '1', '--folder', path('pull')];
    expect(await run([...pull, '--source', 'Old Agent Inc.'])).toMatchObject({
      status: 2,
      err: '--source is for workbooks and CSV files.\n',
    });
    expect(await run([path('foreign.xlsx'), '--source', ' '])).toMatchObject({
      status: 2,
      err: 'Name the source of the decisions, with --source.\n',
    });
  });
});

test('control totals that are typed are compared as those of the file are', async () => {
  const book = soundBookOf('2091');
  delete book.rows['Control totals'];
  writeFileSync(path('without-totals.xlsx'), await workbook(book));
  const dry = async (...totals: string[]) => {
    const { out, ...ran } = await run([
      ...[path('without-totals.xlsx'), '--dry-run'],
      ...totals.flatMap((total) => ['--total', total]),
    ]);
    return { ...ran, lines: out.split('\n') };
  };
  const missing = await dry();
  expect(missing.status).toBe(1);
  expect(missing.lines).toContainEqual(
    expect.stringMatching(/^error T02 {2}.*Common has no control total for Outstanding\.$/),
  );
  const others = ['Common,Holders=8', 'Series A,Outstanding=1,000', 'Series A,Holders=1'];
  const wrong = await dry('Common,Outstanding=5950075', ...others, 'Series Z,Holders=1');
  expect(wrong.status).toBe(1);
  expect(wrong.lines.filter((line) => line.startsWith('error'))).toEqual([
    'error T01  Control totals: Common, Outstanding: rows 5,950,000, control total 5,950,075 (typed), difference 75.',
    'error T04  Control totals: Series Z, Holders: a control total was typed, but class Series Z is not on the sheet Classes.',
  ]);
  const right = await dry('Common,Outstanding=5,950,000', ...others);
  expect([right.status, right.err]).toEqual([0, '']);
  expect(right.lines).toContain('Common, Outstanding: rows 5,950,000, control total 5,950,000 (typed)');
  for (const text of ['Common', 'Common,Shares=1', ',Holders=1', 'Common,Holders=-1'])
    expect(await dry(text)).toMatchObject({
      status: 2,
      err: expect.stringContaining(`"${text}" is not a control total, such as "Common,Outstanding=6000000".`),
    });
  expect(await dry('Common,Holders=2', 'Common,Holders=3')).toMatchObject({
    status: 2,
    err: '--total "Common,Holders" is given twice.\n',
  });
});

describe('the example of the template', () => {
  /** Checked without writing anything. */
  const isChecked = async () => {
    writeFileSync(path('example.xlsx'), await gather(templateWorkbook(true)));
    const dry = await run([path('example.xlsx'), '--dry-run', '--json']);
    expect([dry.status, dry.err]).toEqual([0, '']);
    const result = JSON.parse(dry.out);
    expect(result).toMatchObject({ posted: null, asOf: '2026-10-30', issuer: { customerId: '2001' } });
    expect(result.counts).toEqual({ stop: 0, error: 0, warning: 0, note: 0 });
    expect(await rowsOf('select 1 from issuer where customer_id = 2001')).toEqual([]);
  };

  /** Posted once, and its books hold. */
  const isPosted = async () => {
    const posted = await run([path('example.xlsx')]);
    expect([posted.status, posted.err]).toEqual([0, '']);
    expect(posted.out).toMatch(
      /Posted: Conversion of Oct 30, 2026 from Prior Registrar LLC, digest [0-9a-f]{12}\.\n$/,
    );
    const [{ id }] = await rowsOf('select id from issuer where customer_id = 2001');
    const found = [];
    for await (const one of violations(registry().database.pool, id)) found.push(one);
    expect(found).toEqual([]);
    const [conversion] = await rowsOf(`select * from conversion where issuer_id = ${id}`);
    expect(conversion).toMatchObject({
      ...{ customer_issuer_id: 2001n, source: 'Prior Registrar LLC', as_of: '2026-10-30', accepted: '' },
      ...{ file_name: 'example.xlsx', certified_by: 'Dana Whitlock, Prior Registrar LLC', undone_at: null },
    });
    const again = await run([path('example.xlsx')]);
    expect(again.status).toBe(1);
    expect(again.out).toContain('Issuer 2001 is already in this registry.');
  };

  /** Listed beside registers that were uploaded, without a file of its own; it can be taken back and posted again. */
  const isListedAndTakenBack = async () => {
    const listed = (await registry().call('/agent/v1/registers')).body as { files: Answer[] };
    const [file, ...more] = listed.files.filter(({ customerIssuerId }) => Number(customerIssuerId) === 2001);
    expect(more).toEqual([]);
    const [{ sha256 }] = await rowsOf('select sha256 from conversion where customer_issuer_id = 2001');
    expect(file).toMatchObject({
      ...{ state: 'Posted', isUploaded: false, bytes: 0, uploadedBy: 'Command line', sha256 },
      ...{ name: 'example.xlsx', asOf: '2026-10-30', source: 'Prior Registrar LLC', counts: null },
    });
    const { registerFileId, version } = file!;
    const detailAt = `/agent/v1/registers/detail?registerFileId=${registerFileId}`;
    const detail = async () => (await registry().call(detailAt)).body as Answer;
    expect(await detail()).toMatchObject({
      ...{ hasFindingsFile: false, approvedBy: null, history: [{ kind: 'Posted', byName: 'Command line' }] },
    });
    const actor = { email: 'robin@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
    const body = { actor, registerFileId: Number(registerFileId), version: Number(version), reason: 'Test' };
    expect((await registry().call('/agent/v1/registers/undo', { body })).status).toBe(200);
    await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe('Undone');
    expect(await rowsOf('select 1 from issuer where customer_id = 2001')).toEqual([]);
    // The steps below read it.
    expect((await run([path('example.xlsx')])).status).toBe(0);
  };

  /** Listed once, when a registry begins, where an earlier version posted it. */
  const isListedAtStart = async () => {
    const { pool } = registry().database;
    const unlist = async () => {
      await pool.query(
        'delete from register_step where file_id in (select id from register_file where bytes = 0)',
      );
      await pool.query('delete from register_file where bytes = 0');
    };
    const listed = () =>
      rowsOf(
        `select f.state, f.name, f.uploaded_by from register_file f join issuer i on i.id = f.issuer_id
          where i.customer_id = 2001`,
      );
    await unlist();
    const another = await registry().another({ sweepEveryMs: 20 });
    try {
      await expect
        .poll(listed, { timeout: 20_000 })
        .toEqual([{ state: 'Posted', name: 'example.xlsx', uploaded_by: 'Command line' }]);
      await unlist();
      // Many sweeps.
      await pause(500);
      expect(await listed()).toEqual([]);
    } finally {
      await another.close(1000);
    }
    await (await registry().another({})).close(1000);
    await expect.poll(listed, { timeout: 20_000 }).toHaveLength(1);
  };

  /** Answered by the interface as it was written. */
  const isAnswered = async () => {
    const balance = await registry().call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=2001');
    expect(balance.status).toBe(200);
    expect(balance.body).toMatchObject([
      {
        ...{
          className: 'Common',
          totalShareholder: 2,
          authorizedShares: 7_000_000,
          totalReserveShares: 500_000,
        },
        ...{
          totalIssuedShares: 2_100_000,
          totalOutstandingShares: 2_000_000,
          totalRestrictedShares: 1_000_000,
        },
      },
      { className: 'Series A', totalShareholder: 1, totalOutstandingShares: 300_000 },
    ]);
    const holder = await rowsOf("select * from holder where customer_id = '10018'");
    expect(holder[0]).toMatchObject({
      ...{
        name: 'MARY B SAMPLE &',
        name2: 'ALEX R SAMPLE JT TEN',
        primary_tax_id: '900010002',
        is_nominee: false,
      },
      ...{ bad_address_since: '2024-03-01', access_code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/) },
    });
    const certificates = await rowsOf(
      `select prefix, number, shares, restriction, acquired_on, issued_on, is_treasury from certificate
        where issuer_id = (select id from issuer where customer_id = 2001) order by prefix, number`,
    );
    expect(certificates).toMatchObject([
      { prefix: 'BE', number: 41n, shares: 250_000n, acquired_on: '2018-11-20', issued_on: '2019-05-01' },
      { prefix: 'BE', number: 42n, restriction: 'N', acquired_on: '2019-05-01' },
      { prefix: 'BE', number: 43n, is_treasury: true },
      { prefix: 'CS', number: 118n, restriction: 'R', shares: 1_000_000n },
      { prefix: 'PB', number: 7n, restriction: 'L' },
    ]);
    const journal = await rowsOf(
      `select number, sub_kind, effective_on, completed_on, is_presented, authority, issued_to from txn
        where issuer_id = (select id from issuer where customer_id = 2001) order by number`,
    );
    expect(journal).toHaveLength(4);
    expect(journal[2]).toMatchObject({
      ...{
        sub_kind: 'Opening position',
        effective_on: '2019-05-01',
        completed_on: '2026-10-30',
        is_presented: false,
      },
      authority: 'Certified list of Nov 2, 2026, Dana Whitlock, Prior Registrar LLC',
      issued_to: 'JOHN A SAMPLE; MARY B SAMPLE & ALEX R SAMPLE JT TEN',
    });
  };

  /** A day before the register was brought in is refused with the first day. */
  const refusesEarlierDays = async () => {
    const sentence = 'The books of Kestrel Ridge Inc. begin on 2026-10-30.';
    for (const path of [
      '/Issuer/GetIssuerBalance?CustomerIssuerId=2001&CutoffDate=2026-10-29',
      '/Report/GetOwnershipPercentage?customerIssuerId=2001&cutoff=2026-10-29',
      '/Report/GetDilutedPercentage?customerIssuerId=2001&cutoff=2026-10-29&isPDF=false',
    ]) {
      const answer = await registry().call(`/api/v1${path}`);
      expect([path, answer.status, answer.body]).toMatchObject([path, 400, { message: sentence }]);
    }
    const first = await registry().call(
      '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=2001&CutoffDate=2026-10-30',
    );
    expect(first.status).toBe(200);
  };

  /** What is issued afterwards gets the numbers that follow. */
  const numbersFollow = async () => {
    const [before] = await rowsOf(
      `select next_id from issuer_counter where kind like 'number % BE'
          and issuer_id = (select id from issuer where customer_id = 2001)`,
    );
    expect(before.next_id).toBe(44n);
  };

  test('is checked, posted once, listed, taken back, posted again and answered by the interface', async () => {
    await isChecked();
    await isPosted();
    await isListedAndTakenBack();
    await isListedAtStart();
    await isAnswered();
    await refusesEarlierDays();
    await numbersFollow();
  });
});

test('warnings need a reason, which is kept', { tags: ['long'] }, async () => {
  const book = soundBookOf('2002');
  Object.assign(book.rows.Positions![2]!, { G: 'R' });
  writeFileSync(path('warned.xlsx'), await workbook(book));
  const refused = await run([path('warned.xlsx')]);
  expect(refused.status).toBe(1);
  expect(refused.out).toContain('0 errors, 1 warning, 0 notes. Nothing was written.');
  expect(await rowsOf('select 1 from issuer where customer_id = 2002')).toEqual([]);
  const posted = await run([path('warned.xlsx'), '--accept-warnings', 'Legend follows by mail']);
  expect(posted.status).toBe(0);
  expect(await rowsOf('select accepted from conversion where customer_issuer_id = 2002')).toEqual([
    { accepted: 'Legend follows by mail' },
  ]);
});

test('a register that breaks an invariant leaves nothing', async () => {
  writeFileSync(path('broken.xlsx'), await workbook(soundBookOf('2003')));
  const count = async () =>
    (await rowsOf('select (select count(*) from holder) as h, (select count(*) from txn) as t'))[0];
  const before = await count();
  await registry().database.asOwner(async (pool) => {
    const client = await pool.connect();
    try {
      const checked = await checkRegister(client, path('broken.xlsx'), { today: '2026-11-20' });
      expect(checked.counts).toMatchObject({ error: 0, warning: 0 });
      // What no check of the file can see: the staged rows are changed after it.
      await client.query('update staged_positions set acquired_on = issued_on + 1 where row = 2');
      const options = { fileName: 'broken.xlsx', accepted: '', now: new Date('2026-11-20T15:00:00Z') };
      await expect(postRegister(client, checked, options)).rejects.toThrow(
        /breaks invariant 6, certificate \d+:/,
      );
    } finally {
      client.release(true);
    }
  });
  expect(await count()).toEqual(before);
  expect(await rowsOf('select 1 from issuer where customer_id = 2003')).toEqual([]);
});

describe('taking a register back', () => {
  const undo = (issuer: string) => run(['--undo', issuer, '--reason', 'Wrong file']);
  const countOf = async (issuer: bigint) => {
    const tables = [
      'account',
      'certificate',
      'txn',
      'control_entry',
      'class_day',
      'page_mark',
      'holding',
      'issuer_counter',
    ];
    const sums = tables
      .map((table) => `(select count(*) from ${table} where issuer_id = ${issuer})`)
      .join(' + ');
    return (await rowsOf(`select ${sums} as rows, (select count(*) from holder) as holders`))[0];
  };

  /** Deletes all of it and keeps the conversion; the same file can then be posted again. */
  const deletesAll = async () => {
    const holders = async () => (await rowsOf('select count(*) as count from holder'))[0].count;
    const before = await holders();
    writeFileSync(path('undo.xlsx'), await workbook(soundBookOf('2005')));
    expect((await run([path('undo.xlsx')])).status).toBe(0);
    const [{ id }] = await rowsOf('select id from issuer where customer_id = 2005');
    expect((await countOf(id)).rows).toBeGreaterThan(150n);
    const undone = await undo('2005');
    expect(undone).toMatchObject({
      status: 0,
      out: 'Taken back: Kestrel Ridge Inc. from Prior Registrar LLC, with 60 holders.\n',
    });
    expect(await countOf(id)).toEqual({ rows: 0n, holders: before });
    expect(
      await rowsOf(
        'select undo_reason, undone_at is not null as undone from conversion where customer_issuer_id = 2005',
      ),
    ).toEqual([{ undo_reason: 'Wrong file', undone: true }]);
    expect(await undo('2005')).toMatchObject({ status: 2, err: 'Issuer 2005 was not brought in.\n' });
    expect((await run([path('undo.xlsx')])).status).toBe(0);
  };

  /** Refused after a later entry, a changed holder, a holder known elsewhere, and for others. */
  const isRefused = async () => {
    const pool = registry().database.pool;
    const [{ id }] = await rowsOf('select id from issuer where customer_id = 2005');
    const [{ holder_id: holder }] = await rowsOf(
      `select min(holder_id) as holder_id from account where issuer_id = ${id}`,
    );
    const refused = async (sentence: RegExp) => {
      const { status, err } = await undo('2005');
      expect([status, err]).toEqual([2, expect.stringMatching(sentence)]);
    };
    const account = `insert into account select (select id from issuer where customer_id = 1001), holder_id, role, sort_key, name_key, opened_on, pays_by from account where issuer_id = ${id} and holder_id = ${holder}`;
    await pool.query(account);
    await refused(/^Account 2005-10001 of Kestrel Ridge Inc\. has an account at another issuer\./);
    await pool.query(`delete from account where holder_id = ${holder} and issuer_id <> ${id}`);
    await pool.query(
      `insert into holder_change (holder_id, id, changed_at, by_email, by_first_name, by_last_name, before_text, after_text, client_id)
       values (${holder}, 1, now(), '', '', '', '', '', '')`,
    );
    await refused(/^Account 2005-10001 of Kestrel Ridge Inc\. was changed since\./);
    await pool.query(`delete from holder_change where holder_id = ${holder}`);
    await pool.query(
      `insert into escheat (issuer_id, id, holder_id, state, remitted_on, property_code) values (${id}, 1, ${holder}, 'DE', '2026-11-02', '')`,
    );
    await refused(/^Kestrel Ridge Inc\. has later records: [^.]+\. It stays as it is\./);
    await pool.query(`delete from escheat where issuer_id = ${id}`);
    await pool.query(`update issuer set version = version + 1 where id = ${id}`);
    await refused(/^Kestrel Ridge Inc\. was changed after it was brought in\./);
    expect(await undo('1001')).toMatchObject({ status: 2, err: 'Issuer 1001 was not brought in.\n' });
  };

  test('deletes all but the conversion, so that it can be posted again; refused after a later change', async () => {
    await deletesAll();
    await isRefused();
  });
});

test.for(
  sampled(
    [
      [['--undo', 'x', '--reason', 'y'], '"x" is not an issuer id.'],
      [['--undo', '2001'], 'Say why the register is taken back, with --reason.'],
      [[], 'npm run registry:import -- FILE'],
      [['a.xlsx', 'b.xlsx'], 'npm run registry:import -- FILE'],
      [['a.xlsx', '--accept-warnings', ' '], 'Say why the warnings are accepted.'],
      [['a.xlsx', '--force'], "Unknown option '--force'"],
    ] as const,
    6,
  ),
)('%j is refused', { tags: ['scaled'] }, async ([words, sentence]) => {
  const { status, err } = await run(words);
  expect(status).toBe(2);
  expect(err).toContain(sentence);
});
