// Creates the database roles of owner and program, and grants them their rights.

import { createHash } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral, type Pool } from 'pg';

/** URLs of a database: for the role a program works as, and for the role that owns its tables. */
export type DatabaseUrls = {
  url: string;
  /** Null: one role does both, so the program could change its own tables. */
  ownerUrl: string | null;
};

/**
 * Tables that the runtime role may only read; rows are added through functions. They belong to the role `owner`
 * where it exists.
 */
export type Keeper = { owner: string; tables: readonly string[]; functions: readonly string[] };

/** Every database has it: the program reads which migrations were applied, and never writes it. */
const readOnly = ['schema_migration'];
const nobody: Keeper = { owner: '', tables: [], functions: [] };

/** Startup warning where one role does both. */
export const oneRole = (variable: string) =>
  `${variable} is not set: the program works as the owner of its tables, so nothing but the program keeps it from changing them.`;

/** The owner role of an embedded database. */
export const ownerOf = (database: string) => `${database}_owner`;
export const runtimeOf = (database: string) => `${database}_app`;

const notPermitted = '42501';
/** Lock number, arbitrary: only one program at a time may change roles or grants. */
const turn = 7_301_452;

/**
 * Creates an embedded database with its two roles; neither is a superuser or may connect to another database.
 * Objects that an older version created as the superuser are transferred to the owner role. Idempotent; a
 * single query when nothing is to do. `passwordOf` gives the password of a role, empty where the server
 * requires none.
 */
export async function ensureDatabase(input: {
  superuserUrlFor(database: string): string;
  name: string;
  keeper: string | null;
  passwordOf(role: string): string;
}): Promise<void> {
  const { superuserUrlFor, name, keeper } = input;
  if (!/^[a-z][a-z0-9_]{0,56}$/.test(name)) throw new Error(`"${name}" is not a usable database name.`);
  await connected(superuserUrlFor('postgres'), async (client) => {
    if (await isMade(client, name, keeper)) return;
    // Held until this connection closes.
    await client.query(`select pg_advisory_lock(${turn})`);
    await client.query(roleStatements(name, keeper, input.passwordOf));
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    const database = escapeIdentifier(name);
    if (rowCount === 0) await client.query(`create database ${database} template template0`);
    await connected(superuserUrlFor(name), (inside) => inside.query(handOver(ownerOf(name))));
    // The owner of the database is changed last: it marks that all earlier steps are done.
    await client.query(`
      revoke all on database ${database} from public;
      grant connect on database ${database} to ${escapeIdentifier(runtimeOf(name))};
      revoke connect on database postgres, template1 from public;
      alter database ${database} owner to ${escapeIdentifier(ownerOf(name))}`);
  });
}

async function isMade(client: Client, name: string, keeper: string | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_database d join pg_roles o on o.oid = d.datdba and o.rolname = $2
       join pg_roles a on a.rolname = $3
     where d.datname = $1 and not has_database_privilege('public', d.oid, 'connect')
       and o.rolcanlogin and a.rolcanlogin and not o.rolsuper and not a.rolsuper
       and ($4::text is null or exists (select from pg_roles k where k.rolname = $4
              and pg_has_role(o.oid, k.oid, 'member')))`,
    [name, ownerOf(name), runtimeOf(name), keeper],
  );
  return rowCount === 1;
}

function roleStatements(name: string, keeper: string | null, passwordOf: (role: string) => string): string {
  const plain = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  const made = (role: string, rights: string) => `
    do $$ begin create role ${escapeIdentifier(role)}; exception when duplicate_object then null; end $$;
    alter role ${escapeIdentifier(role)} ${plain} ${rights};`;
  const login = (role: string) => {
    const password = passwordOf(role);
    return made(role, password ? `login password ${escapeLiteral(password)}` : 'login');
  };
  const trail = keeper
    ? `${made(keeper, 'nologin')} grant ${escapeIdentifier(keeper)} to ${escapeIdentifier(ownerOf(name))};`
    : '';
  return login(ownerOf(name)) + login(runtimeOf(name)) + trail;
}

/**
 * Transfers what the superuser owns in schema public to another role; "reassign owned" refuses this for the
 * superuser.
 */
const handOver = (owner: string) => `
  revoke create on schema public from public;
  do $$
  declare one record;
  begin
    for one in select c.oid::regclass as name, c.relkind as kind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and pg_get_userbyid(c.relowner) = current_user
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e')) loop
      execute format('alter %s %s owner to %I',
        case one.kind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        one.name, ${escapeLiteral(owner)});
    end loop;
    for one in select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = current_user
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
      execute format('alter routine %s owner to %I', one.name, ${escapeLiteral(owner)});
    end loop;
  end $$`;

/**
 * Lets the runtime role read and write rows and nothing else, and only read the tables of `keeper`. Call after
 * the migrations, with a pool of the runtime role. Does nothing where one role does both, or where all is in
 * place. Throws an Error when the runtime role can still change tables, as their owner or a member of their
 * owner.
 */
export async function shareTables(pool: Pool, urls: DatabaseUrls, keeper: Keeper = nobody): Promise<void> {
  if (urls.ownerUrl === null || (await isShared(pool, keeper))) return;
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  const role = rows[0]?.role ?? '';
  const rejected = await connected(urls.ownerUrl, (client) => client.query(grants(role, keeper))).then(
    () => undefined,
    (error: Error & { code?: string }) => {
      // The owner may not grant what it does not own; any other error is passed on.
      if (error.code !== notPermitted) throw error;
      return error;
    },
  );
  if (!rejected && (await isShared(pool, keeper))) return;
  throw new Error(
    `The role "${role}" can change or empty tables although another role was named as their owner: it is a superuser, owns tables, or is a member of their owner. Hand the tables over with "reassign owned by", and take the membership away (docs/operations.md, "Roles of the databases").`,
    { cause: rejected },
  );
}

/** Run as the runtime role, about itself. */
async function isShared(pool: Pool, keeper: Keeper): Promise<boolean> {
  const { rows } = await pool.query<{ shared: boolean }>(
    `select not has_schema_privilege('public', 'create')
       and not exists (
         select from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
           and (has_table_privilege(c.oid, 'truncate, trigger, references')
             or not has_table_privilege(c.oid, 'select')
             or case when c.relname = any ($1) then has_table_privilege(c.oid, 'insert, update, delete')
                else not (has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'update')
                  and has_table_privilege(c.oid, 'delete')) end
             or (c.relname = any ($2) and pg_get_userbyid(c.relowner) <> $4
               and exists (select from pg_roles k where k.rolname = $4 and pg_has_role(c.relowner, k.oid, 'member')))))
       and not exists (
         select from pg_proc p where p.pronamespace = 'public'::regnamespace
           and (pg_has_role(p.proowner, 'member')
             or (p.proname = any ($3) and not has_function_privilege(p.oid, 'execute')))) as shared`,
    [[...readOnly, ...keeper.tables], keeper.tables, keeper.functions, keeper.owner],
  );
  return rows[0]?.shared ?? false;
}

/** One message, so a single transaction; run by the owner. */
function grants(runtime: string, keeper: Keeper): string {
  const role = escapeIdentifier(runtime);
  const saved = [...readOnly, ...keeper.tables].map(escapeIdentifier).join(', ');
  return `
    select pg_advisory_xact_lock(${turn});
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
    revoke insert, update, delete on ${saved} from ${role};
    ${keeper.owner === '' ? '' : keep(runtime, keeper)}`;
}

/**
 * Where the owner is a member of the keeper's role, tables and functions are transferred to the keeper; else
 * they stay with the owner.
 */
function keep(runtime: string, { owner, tables, functions }: Keeper): string {
  const keeper = escapeIdentifier(owner);
  const called = functions.map((name) => escapeLiteral(name)).join(', ');
  return `
    do $keep$
    declare
      one regprocedure;
      keeps boolean := exists (select from pg_roles where rolname = ${escapeLiteral(owner)}
        and pg_has_role(current_user, oid, 'member'));
    begin
      if keeps then grant usage, create on schema public to ${keeper}; end if;
      for one in select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname in (${called}) loop
        execute format('revoke execute on function %s from public', one);
        execute format('grant execute on function %s to %I', one, ${escapeLiteral(runtime)});
        if keeps then execute format('alter function %s owner to %I', one, ${escapeLiteral(owner)}); end if;
      end loop;
      if keeps then
        ${tables.map((name) => `alter table ${escapeIdentifier(name)} owner to ${keeper};`).join('\n        ')}
        revoke create on schema public from ${keeper};
      end if;
    end $keep$`;
}

/** A separate password for each role, derived from the server's one secret; '' where there is none. */
export const passwordFrom = (secret: string, role: string) =>
  secret && createHash('sha256').update(`${secret} ${role}`).digest('hex');

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'sharebook roles' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
