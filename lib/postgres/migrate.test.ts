import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { openTestServer, type TestServer } from './server-for-tests.ts';

let dataDir: string;
let server: TestServer;
let url: string;
let folder: string;
let databases = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-migrate-'));
  server = await openTestServer(dataDir);
}, 60_000);

beforeEach(async () => {
  databases += 1;
  await server.ensureDatabase(`trial_${databases}`);
  url = server.urlFor(`trial_${databases}`);
  folder = join(dataDir, `migrations ${databases}`);
  mkdirSync(folder);
});

afterAll(async () => {
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = () => migrate(url, pathToFileURL(folder));

async function request(sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const first = `-- a table; with a semicolon in this comment
create table entry (n int primary key, note text not null default 'a;
b');
-- ;;
insert into entry (n) values (1);
insert into entry (n) values (2);
`;

test('applies each file once, in order, separators and semicolons alike', async () => {
  write('0001_first.sql', first);
  write('0002_second.sql', 'alter table entry add column extra int');
  write('readme.md', 'not a migration');
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await run()).toEqual([]);
  write('0003_third.sql', 'update entry set extra = n * 2;');
  expect(await run()).toEqual(['0003_third.sql']);
  expect(await request('select * from entry order by n')).toEqual([
    { n: 1, note: 'a;\nb', extra: 2 },
    { n: 2, note: 'a;\nb', extra: 4 },
  ]);
});

test('concurrent runs: each file is applied by exactly one of them', async () => {
  write('0001_first.sql', `select pg_sleep(0.2);\n-- ;;\n${first}`);
  write('0002_second.sql', 'alter table entry add column extra int');
  const results = await Promise.all([run(), run(), run(), run()]);
  expect(results.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await request('select count(*)::int as count from entry')).toEqual([{ count: 2 }]);
});

test('a failing or killed file leaves no changes, and the next start continues', async () => {
  write('0001_first.sql', first);
  write('0002_second.sql', 'create table half (n int);\n-- ;;\nselect 1/0;');
  await expect(run()).rejects.toThrow('0002_second.sql failed: division by zero');
  expect(
    await request(
      "select to_regclass('half') as half, (select count(*)::int from schema_migration) as count",
    ),
  ).toEqual([{ half: null, count: 1 }]);
  write(
    '0002_second.sql',
    'create table half (n int);\n-- ;;\nselect pg_terminate_backend(pg_backend_pid());',
  );
  await expect(run()).rejects.toThrow('0002_second.sql failed');
  write('0002_second.sql', 'create table half (n int);');
  expect(await run()).toEqual(['0002_second.sql']);
});

test('rejects a changed file, but not other line endings', async () => {
  write('0001_first.sql', first);
  await run();
  write('0001_first.sql', first.replaceAll('\n', '\r\n'));
  expect(await run()).toEqual([]);
  write('0001_first.sql', first.replace('values (2)', 'values (3)'));
  await expect(run()).rejects.toThrow('0001_first.sql was changed');
});

test('rejects a database newer than the program, and a file numbered below an applied one', async () => {
  write('0002_second.sql', first);
  await run();
  write('0001_late.sql', 'select 1');
  await expect(run()).rejects.toThrow('0001_late.sql is numbered below 0002_second.sql');
  rmSync(join(folder, '0001_late.sql'));
  rmSync(join(folder, '0002_second.sql'));
  await expect(run()).rejects.toThrow('newer than this program');
});

test('rejects file names and contents it cannot apply safely', async () => {
  write('0001_first.sql', 'create table a (n int);\ncommit;\ncreate table b (n int);');
  await expect(run()).rejects.toThrow('must not begin or end transactions');
  write('0001_first.sql', 'select 1');
  write('0001_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('Two migrations have the number 0001');
  rmSync(join(folder, '0001_other.sql'));
  write('2_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('must be named like 0001_name.sql');
});
