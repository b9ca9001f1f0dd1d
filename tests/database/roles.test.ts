import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAudit } from '#lib/audit/audit';
import { verifyTrail } from '#lib/audit/verify';
import { type Embedded, startEmbedded } from '#lib/postgres/embedded/start';
import { migrate } from '#lib/postgres/migrate';
import { openPool } from '#lib/postgres/pool';
import { type DatabaseUrls, shareTables } from '#lib/postgres/roles';
import { prepareStore } from '#lib/session/prepare-store';
import { openDatabase } from '#registry/db/open';

const migrations = {
  dashboard: new URL('../../lib/store/migrations/', import.meta.url),
  registry: new URL('../../registry/db/migrations/', import.meta.url),
};
const keeper = 'audit_keeper';

let dataDir: string;
let server: Embedded;
let store: DatabaseUrls;
let books: DatabaseUrls;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-roles-'));
  server = await startEmbedded({ dataDir });
  // As left by a version with a single role: the superuser owns everything.
  await request(server.urlFor('postgres'), 'create database dashboard template template0');
  await request(server.urlFor('postgres'), 'create database registry template template0');
  for (const name of ['dashboard', 'registry'] as const) await migrate(server.urlFor(name), migrations[name]);
  await request(server.urlFor('dashboard'), entry('written by the superuser'));
  [store, books] = await Promise.all([
    server.ensureDatabase('dashboard', keeper),
    server.ensureDatabase('registry'),
  ]);
  await prepareStore(store, { demo: false });
  await (
    await openDatabase({ databaseUrl: books.url, databaseOwnerUrl: books.ownerUrl ?? '', dataDir }, one)
  ).release();
}, 120_000);

afterAll(async () => {
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const one = { connectionsMax: 1, applicationName: 'roles test' };

const entry = (request: string) =>
  `select audit_append('[{"at":"2026-11-20T15:00:00Z","request_id":"${request}","action":"read","outcome":"ok"}]')`;

async function request(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('role of the dashboard', () => {
  test('writes rows, and appends audit entries through the function', async () => {
    await request(store.url, `insert into sign_in_throttle (key) values ('somebody')`);
    await request(store.url, `update sign_in_throttle set failures = 2`);
    await request(store.url, 'delete from sign_in_throttle');
    const pool = openPool(store.url, { max: 2, applicationName: 'roles test' });
    await openAudit(pool).record({ requestId: 'r', actor: null, action: 'read', outcome: 'ok' });
    expect((await verifyTrail(pool)).fault).toBeNull();
    await pool.end();
  });

  test.each([
    `insert into audit select seq + 100, at, request_id, actor, action, outcome, endpoint, issuer, object, address,
       detail, prev_hash, hash from audit`,
    `update audit set outcome = 'refused'`,
    'delete from audit',
    'truncate audit',
    'truncate person cascade',
    'update audit_head set seq = seq + 1',
    'delete from audit_head',
    `insert into schema_migration (name, digest) values ('9999_x.sql', '')`,
    'alter table audit disable trigger all',
    'alter table person add column extra int',
    'drop trigger audit_only_grows on audit',
    'create trigger mine before insert on person execute function audit_refuse_change()',
    'drop table audit cascade',
    'drop function audit_append(jsonb)',
    `create or replace function audit_append(entries jsonb) returns void language sql as ''`,
    'alter function audit_append(jsonb) security invoker',
    `alter function audit_digest(audit) set search_path = 'pg_temp'`,
    `create function mine() returns int language sql as 'select 1'`,
    'create table mine (n int)',
    'create temporary table audit_head (seq bigint)',
    'create schema mine',
    'create extension if not exists file_fdw',
    'set role audit_keeper',
    'set role dashboard_owner',
    'set role postgres',
    'set session authorization postgres',
    'set session_replication_role = replica',
    'create role mine',
    'alter role dashboard_app superuser',
    'create database mine',
    `select lo_import('/etc/passwd')`,
    `select pg_read_file('/etc/passwd')`,
    `copy person to '/tmp/people'`,
    `copy person from program 'true'`,
    'select pg_reload_conf()',
    `alter system set fsync = 'off'`,
  ])('may not: %s', async (sql) => {
    await expect(request(store.url, sql)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704)$/),
    });
  });

  test('has no access to the other database, nor the registry to this one', async () => {
    const swap = (url: string, from: string, to: string) => url.replace(`/${from}?`, `/${to}?`);
    for (const url of [
      swap(store.url, 'dashboard', 'registry'),
      swap(store.url, 'dashboard', 'postgres'),
      swap(store.ownerUrl ?? '', 'dashboard', 'registry'),
      swap(books.url, 'registry', 'dashboard'),
      swap(books.ownerUrl ?? '', 'registry', 'dashboard'),
    ])
      await expect(request(url, 'select 1')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('role of the registry', () => {
  test('writes rows', async () => {
    await request(books.url, `insert into counter (scope, next_id) values ('roles', 1)`);
    await request(books.url, `delete from counter where scope = 'roles'`);
  });

  test.each([
    'create table mine (n int)',
    'alter table certificate drop column shares',
    'create index on certificate (shares)',
    'drop table certificate cascade',
    'truncate certificate cascade',
    'alter table certificate disable trigger all',
    `create function mine() returns int language sql as 'select 1'`,
    `delete from schema_migration`,
    'set role registry_owner',
    'set role postgres',
    'set session_replication_role = replica',
    `select pg_read_file('/etc/passwd')`,
  ])('may not: %s', async (sql) => {
    await expect(request(books.url, sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('ownership of tables', () => {
  test('older tables belong to the owner, the audit trail to its keeper, and nothing to the superuser', async () => {
    const owners = `select pg_get_userbyid(relowner) as owner, array_agg(relname::text order by relname) as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') group by 1 order by 1`;
    const rows = await request(store.ownerUrl ?? '', owners);
    expect(rows.map(({ owner }) => owner)).toEqual([keeper, 'dashboard_owner']);
    expect(rows[0]?.names).toEqual(['audit', 'audit_head']);
    const functions = `select distinct pg_get_userbyid(proowner) as owner from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(await request(store.url, functions)).toEqual([{ owner: keeper }]);
    expect((await request(books.url, owners)).map(({ owner }) => owner)).toEqual(['registry_owner']);
  });

  test('no role has more rights than needed', async () => {
    const rows = await request(
      server.urlFor('postgres'),
      `select rolname as name, rolcanlogin as login from pg_roles
       where rolname !~ '^pg_' and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
       order by 1`,
    );
    expect(rows).toEqual([
      { name: 'audit_keeper', login: false },
      { name: 'dashboard_app', login: true },
      { name: 'dashboard_owner', login: true },
      { name: 'registry_app', login: true },
      { name: 'registry_owner', login: true },
    ]);
  });

  test('a later start changes nothing', async () => {
    const state = `select (select array_agg(xmin::text order by oid) from pg_class where relnamespace = 'public'::regnamespace)
      as tables, (select xmin::text from pg_database where datname = 'dashboard') as database`;
    const start = async () => prepareStore(await server.ensureDatabase('dashboard', keeper), { demo: false });
    // Another test may have added a table since the last start.
    await start();
    const before = await request(store.url, state);
    await start();
    expect(await request(store.url, state)).toEqual(before);
  });

  test('a table of a later migration is accessible to the program and to no other role', async () => {
    await request(
      store.ownerUrl ?? '',
      'create table later (n bigint generated always as identity, text text)',
    );
    await request(store.url, `insert into later (text) values ('x')`);
    await expect(request(store.url, 'truncate later')).rejects.toMatchObject({ code: '42501' });
    await request(store.ownerUrl ?? '', 'drop table later');
  });
});

describe('an owner that does not protect', () => {
  // On a server of its own, because each trial leaves other rights behind.
  let folder: string;
  let own: Embedded;
  let urls: DatabaseUrls;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sharebook-owner-'));
    own = await startEmbedded({ dataDir: folder });
    urls = await own.ensureDatabase('dashboard', keeper);
    await prepareStore(urls, { demo: false });
  }, 60_000);

  afterAll(async () => {
    await own.release();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const trial = async (sql: (app: string, owner: string) => string) => {
    const pool = openPool(urls.url, { max: 1, applicationName: 'roles test' });
    try {
      await request(own.urlFor('dashboard'), sql('dashboard_app', 'dashboard_owner'));
      await shareTables(pool, urls);
    } finally {
      await pool.end();
    }
  };

  test('is rejected: the program owns a table', async () => {
    await expect(trial((app) => `create table own (n int); alter table own owner to ${app}`)).rejects.toThrow(
      'The role "dashboard_app" can change or empty tables',
    );
    await request(own.urlFor('dashboard'), 'drop table own');
  });

  test('is rejected: the program is a member of the owner', async () => {
    await expect(trial((app, owner) => `grant ${owner} to ${app}`)).rejects.toThrow('member of their owner');
    await request(own.urlFor('dashboard'), 'revoke dashboard_owner from dashboard_app');
  });

  test('an excess right granted by hand stops the start', async () => {
    await expect(trial((app) => `grant truncate on person to ${app}`)).rejects.toThrow('can change or empty');
    await request(own.urlFor('dashboard'), 'revoke truncate on person from dashboard_app');
    await expect(
      trial((app, owner) => `set role ${owner}; grant insert on schema_migration to ${app}`),
    ).resolves.toBeUndefined();
  });
});

test('without the owner’s URL the program starts on migrated tables, and else names what is missing', async () => {
  await prepareStore({ url: store.url, ownerUrl: null }, { demo: false });
  const { url } = await server.ensureDatabase('empty');
  await expect(prepareStore({ url, ownerUrl: null }, { demo: false })).rejects.toThrow('DATABASE_OWNER_URL');
  for (const sql of ['drop database empty', 'drop role empty_app', 'drop role empty_owner'])
    await request(server.urlFor('postgres'), sql);
});

describe('roles created by deploy/postgres/1-roles.sql on an external server', () => {
  let folder: string;
  let other: Embedded;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sharebook-deploy-'));
    other = await startEmbedded({ dataDir: folder });
    for (const statement of readFileSync('deploy/postgres/1-roles.sql', 'utf8').split(/;$/m))
      await request(other.urlFor('postgres'), statement);
  }, 60_000);

  afterAll(async () => {
    await other.release();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const as = (role: string, database: string) => other.urlFor(database).replace('//postgres@', `//${role}@`);

  test('work for both programs, and the audit trail belongs to its keeper', async () => {
    const urls = { url: as('dashboard_app', 'dashboard'), ownerUrl: as('dashboard_owner', 'dashboard') };
    await prepareStore(urls, { demo: true });
    await request(urls.url, entry('deployed'));
    await expect(request(urls.url, 'delete from audit')).rejects.toMatchObject({ code: '42501' });
    const owner = `select pg_get_userbyid(relowner) as owner from pg_class where relname = 'audit'`;
    expect(await request(urls.url, owner)).toEqual([{ owner: keeper }]);
    const where = {
      databaseUrl: as('registry_app', 'registry'),
      databaseOwnerUrl: as('registry_owner', 'registry'),
      dataDir: folder,
    };
    const registry = await openDatabase(where, one);
    expect((await registry.pool.query('select current_user as role')).rows).toEqual([
      { role: 'registry_app' },
    ]);
    await registry.release();
    await expect(request(as('registry_app', 'dashboard'), 'select 1')).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('without membership in the keeper role the audit trail stays with the owner, still append-only', async () => {
    await request(other.urlFor('postgres'), 'revoke audit_keeper from dashboard_owner');
    await request(other.urlFor('postgres'), 'create database plain owner dashboard_owner template template0');
    const urls = { url: as('dashboard_app', 'plain'), ownerUrl: as('dashboard_owner', 'plain') };
    await prepareStore(urls, { demo: false });
    await request(urls.url, entry('plain'));
    for (const sql of [
      'delete from audit',
      'truncate audit',
      'update audit_head set seq = 9',
      'drop table audit',
    ])
      await expect(request(urls.url, sql)).rejects.toMatchObject({ code: '42501' });
    await request(other.urlFor('postgres'), 'grant audit_keeper to dashboard_owner');
  });
});
