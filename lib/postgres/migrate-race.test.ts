import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { pause } from './processes.ts';

// "create table if not exists" checks for the table, then for its row type, then writes both. A concurrent
// process that commits between two of these steps makes it fail, each time with another error code. Locks on
// the catalogs pause a session at each step. Only a superuser may take them, so this always uses its own
// embedded server.
const statement =
  'create table if not exists schema_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())';
const pgClass = 1259;
const pgType = 1247;

let dataDir: string;
let server: Embedded;
let url: string;
let eye: Client;
let sessions: Client[] = [];
let databases = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-race-'));
  server = await startEmbedded({ dataDir });
  // Observes from another database, where no catalog is locked.
  eye = new Client({ connectionString: server.urlFor('postgres') });
  await eye.connect();
  const folder = join(dataDir, 'migrations');
  mkdirSync(folder);
  writeFileSync(join(folder, '0001_first.sql'), 'create table entry (n int)');
}, 60_000);

beforeEach(async () => {
  databases += 1;
  await server.ensureDatabase(`race_${databases}`);
  url = server.urlFor(`race_${databases}`);
});

afterEach(async () => {
  for (const session of sessions) await session.end();
  sessions = [];
});

afterAll(async () => {
  await eye?.end();
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

async function session(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  sessions.push(client);
  return client;
}

/** Resolves when a session of this database waits for a lock: on this catalog, or on a transaction. */
async function someoneWaits(relation: number | null): Promise<void> {
  for (;;) {
    const { rows } = await eye.query(
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.backend_type = 'client backend' and a.datname = $1 and l.relation is not distinct from $2::oid`,
      [`race_${databases}`, relation],
    );
    if (rows.length > 0) return;
    await pause(5);
  }
}

type Interleaving = (run: () => Promise<unknown>) => Promise<unknown>;

/** The other process has written its table but not committed: the row type's unique index waits for it. */
const uncommitted: Interleaving = async (run) => {
  const duplicate = await session();
  await duplicate.query(`begin; ${statement}`);
  const result = settled(run());
  await someoneWaits(null);
  await duplicate.query('commit');
  return result();
};

/** The other process commits after the check for the table and before the table is written. */
const committedBeforeTable: Interleaving = async (run) => {
  const duplicate = await session();
  await duplicate.query('begin; lock table pg_class in share mode');
  const result = settled(run());
  await someoneWaits(pgClass);
  await duplicate.query(statement);
  await duplicate.query('commit');
  return result();
};

/** The other process commits between the second check for the table and the check for its row type. */
const committedBeforeType: Interleaving = async (run) => {
  const [holder, duplicate] = [await session(), await session()];
  await holder.query('begin; lock table pg_class in share mode');
  const result = settled(run());
  await someoneWaits(pgClass);
  await duplicate.query('begin; lock table pg_type in access exclusive mode');
  await holder.query('rollback');
  await someoneWaits(pgType);
  await duplicate.query(statement);
  await duplicate.query('commit');
  return result();
};

/** A rejection is reported only when the result is requested. */
function settled(running: Promise<unknown>): () => Promise<unknown> {
  running.catch(() => undefined);
  return () => running;
}

describe.each([
  ['uncommitted', uncommitted, '23505'],
  ['committed before the table is written', committedBeforeTable, '42P07'],
  ['committed before the row type is looked for', committedBeforeType, '42710'],
])('concurrent creation %s', (_name, interleaved, code) => {
  test(`makes the bare statement fail with ${code}`, async () => {
    const bare = await session();
    await expect(interleaved(() => bare.query(statement))).rejects.toMatchObject({ code });
  });

  test('does not affect migrate', async () => {
    const folder = pathToFileURL(join(dataDir, 'migrations'));
    expect(await interleaved(() => migrate(url, folder))).toEqual(['0001_first.sql']);
    const after = await session();
    expect((await after.query('select name from schema_migration')).rows).toEqual([
      { name: '0001_first.sql' },
    ]);
  });
});
