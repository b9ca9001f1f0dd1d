import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { violations } from '#registry/ledger/invariants/run';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { bookOf, bulkOf, csvOf, issuance, newHolder } from './bulk-sheets.ts';
import { clerk, operator, otherAccount, someBookEntry } from './items.ts';

const registry = registryOfFile();
const at = () => bulkOf(registry());
// biome-ignore lint/suspicious/noExplicitAny: rows are read loosely and compared as a whole.
const rowsOf = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await registry().database.pool.query(sql, values)).rows;
/** An individual's account at the issuer. */
const someAccount = async (): Promise<string> =>
  (
    await rowsOf(
      `select h.customer_id from holder h join account a on a.holder_id = h.id join issuer i on i.id = a.issuer_id
        where i.customer_id = 1001 and h.account_type = 'Individual' and a.role = 'holder' order by h.id limit 1`,
    )
  )[0].customer_id;
const accountNumber = async (holderId: number): Promise<string> =>
  (await rowsOf('select customer_id from holder where id = $1', [holderId]))[0].customer_id;
const outcomes = async (id: number) =>
  (await at().results(id)).map(({ state, sentence }) => `${state}${sentence ? `: ${sentence}` : ''}`);

// Once, whatever was posted: the check reads all of a large issuer.
afterAll(async () => {
  const [{ id }] = await rowsOf('select id from issuer where customer_id = 1001');
  const found = [];
  for await (const one of violations(registry().database.pool, id)) found.push(one);
  expect(found).toEqual([]);
});

const issuedTo = (account: string) =>
  rowsOf(
    `select c.shares, c.restriction, c.legend, t.authority, t.comments, t.created_by_email as by
       from certificate c join holder h on h.id = c.holder_id
       join txn t on t.issuer_id = c.issuer_id and t.id = c.issued_txn
      where h.customer_id = $1 order by c.id`,
    [account],
  );

test('issuances: posted once, sent again, and as another batch', async () => {
  const rows = [
    issuance('grants 1', 'B-0001', { ...newHolder('ADA SAMPLE'), shares: '1200', cost_per_share: '12.50' }),
    issuance('grants 1', '0000-LEAD', {
      ...newHolder('=SUM(A1)'),
      ...{ shares: '300', restriction: 'R', legend: 'Not registered.', comments: 'Second grant' },
    }),
    issuance('grants 1', 'B-0001', { shares: '50' }),
  ];

  // They are approved by another user and posted, one result for each row.
  const file = await at().checked(csvOf('issuances', rows));
  expect(file).toMatchObject({
    ...{ kind: 'Bulk', state: 'Checked', counts: { stop: 0, error: 0, warning: 0 } },
    results: { Waiting: 3, Posted: 0 },
  });
  const own = await at().step('approve', file, clerk);
  expect(`${own.status} ${own.body.message}`).toBe(
    '409 You uploaded this bulk sheet. Another user has to approve it.',
  );
  const early = await at().step('post', file, operator);
  expect([early.status, early.body.message]).toEqual([
    409,
    'The bulk sheet is checked. That does not allow this step.',
  ]);
  const approved = await at().step('approve', file, operator);
  const posted = await at().done('post', approved.body, operator);
  expect(posted).toMatchObject({ state: 'Posted', title: '3 posted', problem: '' });
  expect(posted.history.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['Created', 'Uploaded', 'CheckBegun', 'Checked', 'Approved', 'PostBegun', 'Posted'],
  ]);
  expect(await outcomes(file.registerFileId)).toEqual(['Posted', 'Posted', 'Posted']);
  expect(await issuedTo('B-0001')).toMatchObject([
    { shares: 1200n, authority: 'Board resolution of 2026-11-12', by: clerk.email },
    { shares: 50n },
  ]);
  // Leading zeros stay, and a text that begins like a formula is a text.
  expect(await issuedTo('0000-LEAD')).toMatchObject([
    { shares: 300n, restriction: 'R', legend: 'Not registered.', comments: 'Batch grants 1. Second grant' },
  ]);
  expect(await rowsOf(`select name from holder where customer_id = '0000-LEAD'`)).toEqual([
    { name: '=SUM(A1)' },
  ]);
  expect(
    await rowsOf(
      `select l.cost_per_share::text as cost, l.total_cost::text as total from tax_lot l
         join certificate c on c.issuer_id = l.issuer_id and c.id = l.certificate_id
         join holder h on h.id = c.holder_id where h.customer_id = 'B-0001' and c.shares = 1200`,
    ),
  ).toMatchObject([
    { cost: expect.stringMatching(/^12\.50*$/), total: expect.stringMatching(/^15000(\.0+)?$/) },
  ]);

  // Sent again by another user, in another order and as a workbook, nothing is written twice.
  const [first, second, third] = rows;
  const book = await bookOf({ issuances: [third!, first!, second!] });
  const repeated = await at().posted(book, operator, clerk);
  expect(repeated).toMatchObject({ state: 'Posted', title: '3 already there' });
  const again = await at().results(repeated.registerFileId);
  expect(again.map(({ state }) => state)).toEqual(['AlreadyThere', 'AlreadyThere', 'AlreadyThere']);
  expect(again.every(({ displayTransactionId }) => displayTransactionId > 0)).toBe(true);
  expect(await issuedTo('B-0001')).toHaveLength(2);
  expect((await at().findings(repeated.registerFileId)).map(({ sentence }) => sentence)).toContain(
    '3 instructions are in the books already, from the same sheet sent before. Nothing is done again.',
  );

  // Another batch, and the same row twice, are instructions of their own; the check warns of the second.
  const twice = issuance('grants 2', 'B-0001', { shares: '50' });
  const other = await at().posted(csvOf('issuances', [twice, twice]));
  expect(await outcomes(other.registerFileId)).toEqual(['Posted', 'Posted']);
  expect(await at().findings(other.registerFileId)).toMatchObject([{ code: 'B01', row: 3 }]);
  expect((await issuedTo('B-0001')).map(({ shares }) => shares)).toEqual([1200n, 50n, 50n, 50n]);

  // A changed row of a batch that was carried out is pointed out.
  const changed = await at().checked(csvOf('issuances', [issuance('grants 2', 'B-0001', { shares: '51' })]));
  expect(await at().findings(changed.registerFileId)).toMatchObject([{ code: 'B15', severity: 'warning' }]);
});

test('a row for a later day waits for it', async () => {
  const file = await at().posted(
    csvOf('issuances', [issuance('later', await someAccount(), { effective_on: '2026-12-01' })]),
  );
  expect(await outcomes(file.registerFileId)).toEqual(['Queued: The registry posts it on 2026-12-01.']);
});

test('every error of a sheet is named with row, column and value, and comes back in its cell', async () => {
  const known = await someAccount();
  const sheet = await bookOf({
    issuances: [
      issuance('errors', 'NOBODY'),
      { ...issuance('errors', ''), issuer_id: '999' },
      { ...issuance('errors', known), shares: '1.5', effective_on: '31/12/26' },
      { ...issuance('errors', known), shares: { formula: 'A1*2' } },
      { ...issuance('errors', known), shares: { type: 'n', value: '12' }, restriction: '' },
      { ...issuance('errors', known), class_type: 'W' },
      { ...issuance('errors', known), shares: '900000000000000' },
      { ...issuance('errors', ''), account: { type: 'n', value: '10029' } },
      issuance('errors', 'NEW-1', { ...newHolder('EVE SAMPLE'), country: 'UK', tax_id: '12345678' }),
    ],
    transfers: [
      {
        ...{ batch: 'errors', issuer_id: '1001', item: '1', case_code: 'Theft', received_on: '2027-01-05' },
        ...{ certificates: 'CS 118', to_account: 'H-11', shares: '10', presentor: 'A', documents: 'Photo' },
      },
    ],
    holder_updates: [{ batch: 'errors', account: 'NOBODY', name: '(clear)', email: 'bob@@x' }],
  });
  const file = await at().checked(sheet);
  const found = (await at().findings(file.registerFileId)).map(
    ({ sheet: name, cell, code }) => `${name} ${cell} ${code}`,
  );
  for (const one of [
    ...['Issuances H2 B12', 'Issuances B3 B10', 'Issuances H3 X18', 'Issuances I4 X07', 'Issuances I5 X01'],
    ...['Issuances C4 X05', 'Issuances J6 X18', 'Issuances E7 B16', 'Issuances H9 X11', 'Issuances AF10 H10'],
    ...['Issuances U10 H05', 'Transfers D2 X19', 'Transfers E2 P04', 'Transfers G2 X21', 'Transfers O2 X19'],
    ...['Holder updates B2 B14', 'Holder updates C2 B05'],
  ])
    expect(found).toContain(one);
  const approve = await at().step('approve', file, operator, { acceptedReason: 'x' });
  expect(approve.status).toBe(409);
  const path = `/agent/v1/registers/findings/file?registerFileId=${file.registerFileId}`;
  const book = await registry().call(path);
  expect([book.status, book.text.slice(0, 2)]).toEqual([200, 'PK']);
});

test('shares beyond what is left to issue are found at the row that asks for them', {
  tags: ['long'],
}, async () => {
  const known = await someAccount();
  const file = await at().checked(
    csvOf('issuances', [
      issuance('much', known, { shares: '10' }),
      issuance('much', known, { shares: '900000000000000' }),
    ]),
  );
  expect(await at().findings(file.registerFileId)).toMatchObject([
    {
      code: 'B17',
      row: 3,
      field: 'Shares',
      sentence: expect.stringMatching(/ shares left to issue; the rows up to/),
    },
  ]);
});

describe('transfers', () => {
  const transfer = async (item: string, shares: string, more: Record<string, string> = {}) => {
    const source = await someBookEntry(registry(), 1001);
    return {
      ...{ batch: 'transfers 1', issuer_id: '1001', item, case_code: 'Sale', received_on: '2026-11-20' },
      ...{
        certificates: source.number,
        to_account: await accountNumber(await otherAccount(registry(), source)),
      },
      ...{ shares, presentor: `Meridian Clearing LLC ${item}`, documents: 'Assignment; TaxForm' },
      ...{ document_on: '2026-11-18', signers: source.name, guarantee_prefix: 'Z', price_per_share: '10.00' },
      ...more,
    };
  };

  test('are items of the work queue, entered by who uploaded and approved by who approved', async () => {
    const row = await transfer('1', '25');
    const sheet = csvOf('transfers', [row, { ...row, shares: '5' }]);
    const file = await at().posted(sheet);
    expect(await outcomes(file.registerFileId)).toEqual(['Posted']);
    const [result] = await at().results(file.registerFileId);
    expect(result).toMatchObject({ firstRow: 2, lastRow: 3, kind: 'Transfer' });
    expect(
      await rowsOf('select stage, entered_by, approved_by, posted_by from item where txn_id = $1', [
        result.displayTransactionId,
      ]),
    ).toEqual([
      { stage: 'Posted', entered_by: clerk.email, approved_by: operator.email, posted_by: operator.email },
    ]);
    const again = await at().posted(sheet, operator, clerk);
    expect(again.title).toBe('1 already there');
  });

  test('one that the rules refuse is refused with the reason and leaves nothing; the others are posted', async () => {
    const good = await transfer('2', '5');
    const bare = {
      ...good,
      item: '3',
      presentor: 'Nobody',
      documents: '',
      signers: '',
      guarantee_prefix: '',
    };
    const before = await rowsOf('select count(*) as count from item');
    const file = await at().checked(csvOf('transfers', [bare, good]));
    expect((await at().findings(file.registerFileId)).filter(({ code }) => code === 'B20')).toMatchObject([
      { row: 2, sentence: expect.stringMatching(/^As of now this transfer is refused: /) },
    ]);
    const approved = await at().step('approve', file, operator, { acceptedReason: 'Post the others' });
    const posted = await at().done('post', approved.body, operator);
    const ended = await at().results(posted.registerFileId);
    expect(ended.map(({ state }) => state)).toEqual(['Refused', 'Posted']);
    expect(ended[0].sentence).not.toBe('');
    const after = await rowsOf('select count(*) as count from item');
    expect(after[0].count - before[0].count).toBe(1n);
    // A refused row leaves its id free: it is tried again, and what was posted is there.
    const again = await at().posted(csvOf('transfers', [bare, good]));
    expect((await at().results(again.registerFileId)).map(({ state }) => state)).toEqual([
      'Refused',
      'AlreadyThere',
    ]);
  });
});

test('holder updates keep what is blank and remove what is cleared', async () => {
  await at().posted(
    csvOf('issuances', [
      issuance('holders', 'U-1', { ...newHolder('GRACE SAMPLE'), phone: '555 0100', name2: 'JT TEN' }),
    ]),
  );
  const sheet = csvOf('holder_updates', [
    { batch: 'moves', account: 'U-1', address1: '8 Harbor Street', phone: '(clear)', name2: '(CLEAR)' },
    { batch: 'moves', account: 'U-1', tax_id: '(clear)' },
  ]);
  const file = await at().posted(sheet);
  expect(await outcomes(file.registerFileId)).toEqual(['Posted', 'Posted']);
  expect(
    await rowsOf(
      `select h.name, h.name2, h.primary_tax_id as tax, a.address1, a.city, a.phone from holder h
         join holder_address a on a.holder_id = h.id and a.kind = 'primary' where h.customer_id = 'U-1'`,
    ),
  ).toEqual([
    { name: 'GRACE SAMPLE', name2: '', tax: '', address1: '8 Harbor Street', city: 'Dayton', phone: '' },
  ]);
  const changes = () =>
    rowsOf(
      `select c.by_email from holder_change c join holder h on h.id = c.holder_id where h.customer_id = 'U-1'`,
    );
  expect(await changes()).toEqual([1, 2, 3].map(() => ({ by_email: clerk.email })));
  expect((await at().posted(sheet, operator, clerk)).title).toBe('2 already there');
  expect(await changes()).toHaveLength(3);
});

test('posting stops after the rows in flight, and goes on where it ended', async () => {
  const known = await someAccount();
  const rows = Array.from({ length: 400 }, (_, index) =>
    issuance('stop', known, { comments: `Row ${index}` }),
  );
  const file = await at().checked(csvOf('issuances', rows));
  const approved = (await at().step('approve', file, operator)).body;
  const begun = (await at().step('post', approved, operator)).body;
  const stop = await registry().call(at().at('/stop'), {
    body: { actor: clerk, registerFileId: file.registerFileId, version: begun.version },
  });
  expect(stop.status).toBe(200);
  const stopped = await at().settled(file.registerFileId);
  expect([stopped.state, stopped.results.Waiting > 0]).toEqual(['Approved', true]);
  expect(stopped.history.at(-1).kind).toBe('PostStopped');
  if (stopped.results.Posted > 0)
    expect((await at().step('check', stopped, clerk)).body.message).toBe(
      'Rows of this bulk sheet have results. Post the others, or upload the sheet again: nothing is written twice.',
    );
  const posted = await at().done('post', stopped, operator);
  expect(posted).toMatchObject({ state: 'Posted', results: { Waiting: 0, Posted: 400 } });
  expect(
    await rowsOf(
      `select count(*) as count, count(distinct comments) as rows from txn where comments like 'Batch stop.%'`,
    ),
  ).toEqual([{ count: 400n, rows: 400n }]);
  const undo = await at().step('undo', posted, operator, { reason: 'x' });
  expect([undo.status, undo.body.message]).toEqual([
    409,
    'A bulk sheet is not taken back as a whole. Correct its transactions one by one.',
  ]);
});

test('the results come as a workbook; texts that begin like formulas are texts there', {
  tags: ['long'],
}, async () => {
  const account = '=1+1';
  const file = await at().posted(csvOf('issuances', [issuance('file', account, newHolder('@FORMULA LIKE'))]));
  const answer = await registry().call(
    `/agent/v1/registers/results/file?registerFileId=${file.registerFileId}`,
  );
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('instructions results.xlsx'),
  ]);
});

test('the list of registers does not show bulk sheets, and the list of sheets no registers', async () => {
  await at().upload(csvOf('issuances', [issuance('listed', 'L-1')]));
  const kinds = async (kind: string) => {
    const { body } = await registry().call(`/agent/v1/registers?kind=${kind}`);
    return new Set((body as { files: { kind: string }[] }).files.map((one) => one.kind));
  };
  expect(await kinds('Bulk')).toEqual(new Set(['Bulk']));
  expect(await kinds('Register')).toEqual(new Set());
});

test('the template is offered as a workbook and as CSV files; its example is read without errors of form', async () => {
  for (const [format, type] of [
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['csv', 'application/zip'],
  ]) {
    const answer = await registry().call(
      `/agent/v1/registers/template?kind=Bulk&format=${format}&isExample=true`,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  }
});

describe('on the command line', () => {
  const run = command(registry, 'registry/bulk');
  const people = ['--by', 'Casey Lindqvist <clerk@harborline.example>'];
  const second = ['--approved-by', 'Robin Okafor <operator@harborline.example>'];
  const folder = mkdtempSync(join(tmpdir(), 'bulk-'));
  const path = join(folder, 'grants.csv');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a dry run writes nothing, a second person is asked for, and a repeat changes nothing', {
    tags: ['long'],
  }, async () => {
    const rows = [
      issuance('command', 'C-1', newHolder('IDA SAMPLE')),
      issuance('command', 'C-1', { shares: '7', class_type: 'C' }),
    ];
    writeFileSync(path, csvOf('issuances', rows));
    const tried = await run([path, '--dry-run', '--json']);
    expect([tried.status, JSON.parse(tried.out)]).toMatchObject([0, { counts: { error: 0 }, results: null }]);
    expect(await issuedTo('C-1')).toEqual([]);
    const alone = await run([path, ...people], '', { REGISTRY_APPROVAL: 'all' });
    expect([alone.status, alone.err]).toEqual([
      2,
      'This registry asks for the approval of another user. Name who approved the sheet with --approved-by.\n',
    ]);
    const same = await run([path, ...people, '--approved-by', 'Casey Two <CLERK@harborline.example>'], '', {
      REGISTRY_APPROVAL: 'all',
    });
    expect([same.status, same.err]).toEqual([2, 'Who sends the sheet cannot approve it.\n']);
    const posted = await run([path, ...people, ...second, '--json'], '', { REGISTRY_APPROVAL: 'all' });
    expect([posted.status, JSON.parse(posted.out)]).toMatchObject([
      0,
      {
        results: [
          { state: 'Posted', firstRow: 2 },
          { state: 'Posted', firstRow: 3 },
        ],
      },
    ]);
    expect((await issuedTo('C-1')).map(({ shares, by }) => [shares, by])).toEqual([
      [10n, clerk.email],
      [7n, clerk.email],
    ]);
    // The page and the command know each other's rows.
    expect((await at().posted(csvOf('issuances', rows))).title).toBe('2 already there');
    const again = await run([path, ...people, ...second], '', { REGISTRY_APPROVAL: 'all' });
    expect([again.status, again.out.split('\n').at(-2)]).toEqual([0, '2 already there.']);
  });
});
