import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepValues } from '#registry/import/files/saved-mappings';
import { violations } from '#registry/ledger/invariants/run';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { soundBookOf } from './planted.ts';
import { type Book, workbook } from './workbook.ts';

const registry = registryOfFile();
const run = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);
const rowsOf = async (sql: string) => (await registry().database.pool.query(sql)).rows;

const source = 'Prior Registrar LLC';
/** Rows of two holders of the other register, who have positions; the second register writes them in other letters. */
const sameRows = [4, 5];

/** Register 3102: two of its holders are registrations of register 3101. */
function secondBook(): Book {
  const [first, second] = [soundBookOf('3101'), soundBookOf('3102')];
  for (const row of sameRows) {
    const { B: name, H: tax, O: address } = first.rows.Holders![row]!;
    Object.assign(second.rows.Holders![row]!, {
      ...{
        B: String(name).toLowerCase(),
        H: String(tax).replaceAll('-', ''),
        O: String(address).toUpperCase(),
      },
    });
  }
  return second;
}

const accountIn = (issuer: string, row: number) => `${issuer}-${9999 + row}`;
const headersOf = (book: Book) => Object.values(book.rows.Holders![1]!).map(String);
const decide = (values: Record<string, string | null>) =>
  keepValues(registry().database.pool, {
    ...{ source, sheet: 'holders', headers: headersOf(secondBook()) },
    ...{ byEmail: 'clerk@harborline.example', at: '2026-11-02T12:00:00Z' },
    values: Object.entries(values).map(([value, code]) => ({ field: 'account', value, code })),
  });

async function dryRun(name: string, ...words: string[]) {
  const { out, err } = await run([path(name), '--dry-run', '--json', ...words]);
  expect(err).toBe('');
  const { counts, findings } = JSON.parse(out);
  return {
    ...{ counts, out },
    findings: findings.map((one: { code: string; cell: string; sentence: string }) => [
      ...[one.code, one.cell, one.sentence],
    ]),
  };
}

beforeAll(async () => {
  writeFileSync(path('first.xlsx'), await workbook(soundBookOf('3101')));
  writeFileSync(path('second.xlsx'), await workbook(secondBook()));
  expect(await run([path('first.xlsx')])).toMatchObject({ status: 0, err: '' });
}, 120_000);

const [one, other] = [accountIn('3102', 4), accountIn('3102', 5)];
const [oneHere, otherHere] = [accountIn('3101', 4), accountIn('3101', 5)];

test('each registration that is here is a warning, until it is decided', async () => {
  const before = await dryRun('second.xlsx');
  expect(before.findings).toEqual([
    ['H03', 'B4', `This registration is account ${oneHere} here. Link it or keep it apart.`],
    ['H03', 'B5', `This registration is account ${otherHere} here. Link it or keep it apart.`],
  ]);
  expect(before.counts).toMatchObject({ error: 0, warning: 2 });

  await decide({ [one]: `Link ${oneHere}`, [other]: `Apart ${otherHere}` });
  expect((await dryRun('second.xlsx')).findings).toEqual([
    ['H16', 'B4', `Account ${one} is linked with account ${oneHere} here.`],
  ]);
  // A decision about another registration here is none about this one.
  await decide({ [other]: 'Apart 88-OTHER' });
  expect((await dryRun('second.xlsx')).counts).toMatchObject({ warning: 1, note: 1 });
  await decide({ [one]: null, [other]: null });
  expect((await dryRun('second.xlsx')).counts).toMatchObject({ warning: 2, note: 0 });
  expect((await dryRun('second.xlsx', '--link-known')).counts).toMatchObject({ warning: 0, note: 2 });
});

test('another name, tax ID or address is another registration', async () => {
  for (const [column, value] of [
    ['B', 'ANOTHER SAMPLE'],
    ['H', '900-02-0001'],
    ['O', '1 Other Lane'],
    ['S', '45403'],
  ] as const) {
    const book = secondBook();
    for (const row of sameRows) book.rows.Holders![row]![column] = value;
    writeFileSync(path('other.xlsx'), await workbook(book));
    const { findings } = await dryRun('other.xlsx');
    expect([column, findings.filter(([code]: string[]) => code === 'H03')]).toEqual([column, []]);
  }
});

test('an account number that is here is an error, unless the account is linked', async () => {
  const book = secondBook();
  book.rows.Holders![4]!.A = oneHere;
  for (const row of Object.values(book.rows.Positions!)) if (row.B === one) row.B = oneHere;
  writeFileSync(path('number.xlsx'), await workbook(book));
  const { findings } = await dryRun('number.xlsx');
  expect(findings).toEqual([
    ['H04', 'A4', `Account ${oneHere} is this registration here. Link it, or choose a prefix.`],
    ['H03', 'B5', `This registration is account ${otherHere} here. Link it or keep it apart.`],
  ]);
  expect((await dryRun('number.xlsx', '--link-known')).counts).toMatchObject({ error: 0, warning: 0 });
});

test('a linked registration gets the account, the other one is new; taken back, the registration stays', async () => {
  const registrations = async () =>
    (
      await rowsOf(`select h.customer_id, h.name, count(a.holder_id) as accounts
        from holder h left join account a on a.holder_id = h.id
       where h.customer_id in ('${oneHere}', '${otherHere}', '${one}', '${other}') group by 1, 2 order by 1`)
    ).map((row) => [row.customer_id, row.name, Number(row.accounts)]);
  const before = await registrations();
  expect(before).toHaveLength(2);
  const holders = async () => Number((await rowsOf('select count(*) as count from holder'))[0].count);
  const count = await holders();

  await decide({ [one]: `Link ${oneHere}`, [other]: `Apart ${otherHere}` });
  const posted = await run([path('second.xlsx')]);
  expect([posted.status, posted.err]).toEqual([0, '']);
  expect(posted.out).toContain(`As decided before: Holders, Account, ${one}: Link ${oneHere}`);
  expect(posted.out).toContain(`As decided before: Holders, Account, ${other}: Apart ${otherHere}`);
  expect(await registrations()).toEqual([
    [oneHere, 'HOLDER 4 SAMPLE 3101', 2],
    [otherHere, 'HOLDER 5 SAMPLE 3101', 1],
    [other, 'holder 5 sample 3101', 1],
  ]);
  expect(await holders()).toBe(count + 59);
  for (const { id } of await rowsOf('select id from issuer where customer_id in (3101, 3102)')) {
    const found = [];
    for await (const each of violations(registry().database.pool, id)) found.push(each);
    expect(found).toEqual([]);
  }
  const details = await registry().call(
    `/api/v1/Issuer/shareholder/details?CustomerIssuerId=3102&Start=0&NumberOfRows=100`,
  );
  expect([details.status, JSON.stringify(details.body).includes(`"${oneHere}"`)]).toEqual([200, true]);

  expect(await run(['--undo', '3102', '--reason', 'Wrong file'])).toMatchObject({
    ...{
      status: 0,
      err: '',
      out: 'Taken back: Kestrel Ridge Inc. from Prior Registrar LLC, with 59 holders.\n',
    },
  });
  expect(await registrations()).toEqual(before);
  expect(await rowsOf('select 1 from conversion_link')).toEqual([]);
  expect(await holders()).toBe(count);
});
