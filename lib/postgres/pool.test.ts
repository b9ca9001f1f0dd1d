import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pool, types } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { columnTypes } from './parsers.ts';
import { openPool, type PoolOptions, streamRows, verifyServer, withTransaction } from './pool.ts';
import { openTestServer, type TestServer } from './server-for-tests.ts';

let dataDir: string;
let server: TestServer;
let pools: Pool[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-pool-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
}, 60_000);

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  pools = [];
});

afterAll(async () => {
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

function open(options: Partial<PoolOptions> = {}, url = server.urlFor('registry')): Pool {
  const pool = openPool(url, { max: 4, applicationName: 'test', ...options });
  pools.push(pool);
  return pool;
}

const everyKind = `select 9007199254740993::bigint as shares, sum(n) as total, 12345678901234567890.123456789::numeric as money,
  '2024-02-29'::date as day, '9999-12-31'::date as sentinel, '0044-03-15'::date as old, null::date as none,
  '2026-11-20 05:06:07.5-05'::timestamptz as moment, '2026-11-20 05:06:07.123456+14'::timestamptz as precise,
  '2026-11-20 05:06:07'::timestamp as bare, array['2024-02-29', null]::date[] as days,
  array[9223372036854775807, -1]::bigint[] as many, array['2026-11-20 00:00+00']::timestamptz[] as moments,
  '{}'::numeric[] as empty from (values (9223372036854775807::bigint), (1)) as t (n)`;

const everyValue = {
  shares: 9007199254740993n,
  total: '9223372036854775808',
  money: '12345678901234567890.123456789',
  day: '2024-02-29',
  sentinel: '9999-12-31',
  old: '0044-03-15',
  none: null,
  moment: '2026-11-20T10:06:07.500Z',
  precise: '2026-11-19T15:06:07.123456Z',
  bare: '2026-11-20T05:06:07',
  days: ['2024-02-29', null],
  many: [9223372036854775807n, -1n],
  moments: ['2026-11-20T00:00:00.000Z'],
  empty: [],
};

describe('column values', () => {
  test('are exact, and the global parsers are unchanged', async () => {
    expect((await open().query(everyKind)).rows).toEqual([everyValue]);
    const streamed = await Array.fromAsync(streamRows(open(), everyKind));
    expect(streamed).toEqual([everyValue]);
    expect(types.getTypeParser(20)('1')).toBe('1');
  });

  test('written as bigint and text they are read back the same', async () => {
    const values = [9007199254740993n, '2024-02-29', [1n, 9007199254740993n], '2026-11-20T10:06:07.500Z'];
    const sql = 'select $1::bigint as a, $2::date as b, $3::bigint[] as c, $4::timestamptz as d';
    expect((await open().query(sql, values)).rows).toEqual([
      { a: values[0], b: values[1], c: values[2], d: values[3] },
    ]);
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'do not depend on the local time zone %s',
    (zone) => {
      const code = `
      const { openPool } = await import(process.argv[1]);
      const pool = openPool(process.argv[2], { max: 1, applicationName: 'test' });
      const { rows } = await pool.query(process.argv[3]);
      const text = JSON.stringify({ zone: new Date(0).getTimezoneOffset(), ...rows[0] },
        (_, value) => typeof value === 'bigint' ? value + 'n' : value);
      console.log(text);
      await pool.end();`;
      const module = new URL('./pool.ts', import.meta.url).href;
      const args = ['--input-type=module', '-e', code, module, server.urlFor('registry'), everyKind];
      const output = execFileSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, TZ: zone },
      });
      const expected = JSON.stringify(everyValue, (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      );
      const { zone: offset, ...row } = JSON.parse(output);
      expect(Math.abs(offset)).toBeGreaterThan(600);
      expect(row).toEqual(JSON.parse(expected));
    },
  );

  test('parse offsets, years and special values of other sessions', () => {
    const read = columnTypes.getTypeParser(1184, 'text') as (text: string) => string;
    expect(read('1880-01-01 00:00:00-04:56:02')).toBe('1880-01-01T04:56:02.000Z');
    expect(read('2026-01-01 02:30:00.25+05:30')).toBe('2025-12-31T21:00:00.250Z');
    expect(read('infinity')).toBe('infinity');
  });
});

describe('verifyServer', () => {
  test('accepts the test server', async () => {
    await expect(verifyServer(open())).resolves.toBeUndefined();
  });

  test('rejects a database with a language collation, and a session without synchronous commit', async () => {
    const admin = open();
    const { rows } = await admin.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    const lingual = `${name}_lingual`;
    await admin.query(
      `create database ${lingual} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en'`,
    );
    try {
      const url = server.urlFor('registry').replace(`/${name}`, `/${lingual}`);
      await expect(verifyServer(open({}, url))).rejects.toThrow('code point order');
    } finally {
      await admin.query(`drop database ${lingual} with (force)`);
    }
    await server.ensureDatabase('hasty');
    const hasty = server.urlFor('hasty');
    await open({}, hasty).query(`do $$ begin
      execute format('alter database %I set synchronous_commit = off', current_database());
    end $$`);
    await expect(verifyServer(open({}, hasty))).rejects.toThrow('synchronous_commit off');
  });
});

describe('withTransaction', () => {
  test('commits, rolls back on an exception, and releases the connection each time', async () => {
    const pool = open({ max: 1 });
    await pool.query('create table entry (n bigint primary key)');
    expect(
      await withTransaction(
        pool,
        async (client) => (await client.query('insert into entry values (1)')).rowCount,
      ),
    ).toBe(1);
    const failing = withTransaction(pool, async (client) => {
      await client.query('insert into entry values (2)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await pool.query('select n from entry')).rows).toEqual([{ n: 1n }]);
  });

  test('does not treat a swallowed error as success', async () => {
    const swallowing = withTransaction(open(), async (client) => {
      await client.query('select 1/0').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('answered ROLLBACK');
  });

  test('runs READ COMMITTED whatever the default is', async () => {
    const pool = open({ max: 1 });
    await pool.query("set default_transaction_isolation to 'serializable'");
    const level = await withTransaction(
      pool,
      async (client) => (await client.query('show transaction_isolation')).rows,
    );
    expect(level).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  test('retries after a deadlock, and only then', async () => {
    const pool = open();
    await pool.query(
      'create table pair (id int primary key, n bigint not null); insert into pair values (1, 0), (2, 0)',
    );
    let attempts = 0;
    let arrived = 0;
    const both = Promise.withResolvers<void>();
    const run = (first: number, second: number) =>
      withTransaction(pool, async (client) => {
        attempts += 1;
        await client.query('update pair set n = n + 1 where id = $1', [first]);
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        await client.query('update pair set n = n + 1 where id = $1', [second]);
      });
    await Promise.all([run(1, 2), run(2, 1)]);
    // The loser may fail once more before the winner has resumed.
    expect(attempts).toBeGreaterThan(2);
    expect((await pool.query('select n from pair')).rows).toEqual([{ n: 2n }, { n: 2n }]);
    attempts = 0;
    const failing = withTransaction(pool, (client) => {
      attempts += 1;
      return client.query('select 1/0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(attempts).toBe(1);
  });

  test('gives up after the given number of retries', async () => {
    let attempts = 0;
    const failing = withTransaction(
      open(),
      async () => {
        attempts += 1;
        throw Object.assign(new Error('busy'), { code: '40001' });
      },
      { retries: 2 },
    );
    await expect(failing).rejects.toThrow('busy');
    expect(attempts).toBe(3);
  });

  test('works pipelined: statements sent together, all or nothing', async () => {
    const pool = open({ pipeline: true });
    await pool.query('create table sent_together (n bigint primary key)');
    const insert = (numbers: number[]) =>
      withTransaction(pool, (client) =>
        Promise.all(numbers.map((n) => client.query('insert into sent_together values ($1)', [n]))),
      );
    await insert([1, 2]);
    await expect(insert([3, 1, 4])).rejects.toThrow('duplicate key');
    expect((await pool.query('select n from sent_together order by n')).rows).toEqual([{ n: 1n }, { n: 2n }]);
  });

  test('runs nothing when BEGIN fails, pipelined or not', async () => {
    for (const pipeline of [true, false]) {
      const pool = open({ pipeline });
      const failing = {
        async connect() {
          const client = await pool.connect();
          const query = (text: string) => client.query(text.startsWith('begin') ? 'select 1/0' : text);
          return Object.assign(Object.create(client), { query });
        },
      } as unknown as Pool;
      let isRun = false;
      const run = withTransaction(failing, async () => {
        isRun = true;
      });
      await expect(run).rejects.toThrow('division by zero');
      expect(isRun).toBe(false);
    }
  });

  test('survives the loss of its connection', async () => {
    const pool = open({ max: 1 });
    const lost = withTransaction(pool, (client) =>
      client.query('select pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(lost).rejects.toThrow();
    expect((await pool.query('select 1::bigint as one')).rows).toEqual([{ one: 1n }]);
  });
});

describe('streamRows', () => {
  const numbers = 'select n::bigint as n from generate_series(1, $1::int) as n';

  test('returns every row once across batches', async () => {
    const pool = open({ max: 1 });
    let total = 0n;
    for await (const row of streamRows<{ n: bigint }>(pool, numbers, [10_001], 100)) total += row.n;
    expect(total).toBe(50_015_001n);
    expect(await Array.fromAsync(streamRows(pool, numbers, [0]))).toEqual([]);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  test('releases a usable connection when the reader stops early', async () => {
    const pool = open({ max: 1 });
    for await (const _row of streamRows(pool, numbers, [100_000], 10)) break;
    const [backend] = (await pool.query('select pg_backend_pid() as pid')).rows;
    for await (const _row of streamRows(pool, numbers, [100_000], 10)) break;
    expect((await pool.query('select pg_backend_pid() as pid')).rows).toEqual([backend]);
  });

  test('releases the connection when the reader throws, the query fails or the connection is lost', async () => {
    const pool = open({ max: 1 });
    const throwing = async () => {
      for await (const _row of streamRows(pool, numbers, [100_000], 10)) throw new Error('reader');
    };
    await expect(throwing()).rejects.toThrow('reader');
    await expect(Array.fromAsync(streamRows(pool, 'select nothing from nowhere'))).rejects.toThrow(
      'does not exist',
    );
    const late = 'select 10 / (500 - n) as q from generate_series(1, 1000) as n';
    await expect(Array.fromAsync(streamRows(pool, late, [], 10))).rejects.toThrow('division by zero');
    const other = open({ max: 1 });
    const cut = async () => {
      for await (const row of streamRows<{ n: bigint; pid: number }>(
        pool,
        `select pg_backend_pid() as pid, t.* from (${numbers}) t`,
        [100_000],
        10,
      )) {
        if (row.n === 10n) await other.query('select pg_terminate_backend($1::int)', [row.pid]);
      }
    };
    await expect(cut()).rejects.toThrow();
    expect((await pool.query('select 1::bigint as one')).rows).toEqual([{ one: 1n }]);
  });

  test('leaves a client passed in with its owner, inside its transaction', async () => {
    const seen = await withTransaction(open({ max: 1 }), async (client) => {
      for await (const _row of streamRows(client, numbers, [100_000], 10)) break;
      return (await client.query('select 2::bigint as two')).rows;
    });
    expect(seen).toEqual([{ two: 2n }]);
  });

  test('rejects a pipelined pool', async () => {
    await expect(Array.fromAsync(streamRows(open({ pipeline: true }), numbers, [1]))).rejects.toThrow(
      'pipelined pool',
    );
  });
});
