// Places the registry's tables on the nodes of a Citus coordinator.

import type { Pool, PoolClient } from 'pg';
import { hasCitus } from '#lib/postgres/citus';
import { type Placement, placements } from './placement.ts';

/** The database cannot be distributed as it is; the message says why and what to do. */
export class DistributionRefused extends Error {}

/** What `distribute` did, or would do: one line a step; empty when all is in place. */
export type Distribution = { steps: string[] };

/** Arbitrary; one such command at a time. */
const turn = 7_301_453;
/** Exists from the first change to the last: foreign keys that were dropped and are to be added again. */
const waiting = 'distribution_waiting_key';

/**
 * Places every table of the registry on a Citus coordinator as registry/db/placement.ts says. Runs on an empty or a
 * filled database, does only what is missing, and goes on where an earlier run ended. The registries must be
 * stopped: in between, foreign keys are missing. Throws DistributionRefused when the server cannot do it.
 */
export async function distribute(
  pool: Pool,
  options: { isDryRun: boolean; onStep?: (step: string) => void },
): Promise<Distribution> {
  const client = await pool.connect();
  try {
    await checkServer(client);
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turn]);
    if (!rows[0]?.mine) throw new DistributionRefused('Another process is distributing this database.');
    const open = await missingPlaces(client);
    const isUnfinished = await hasWaitingKeys(client);
    const unset = await missingSettings(client);
    const steps = open.map(([name, place]) => describe(name, place));
    steps.push(...unset.map(stepOf));
    if (isUnfinished) steps.push('add the foreign keys again that an earlier run dropped');
    if (options.isDryRun || steps.length === 0) return { steps };
    const done: string[] = [];
    const tell = (step: string) => {
      done.push(step);
      options.onStep?.(step);
    };
    for (const setting of unset) {
      await setForDatabase(client, setting);
      tell(stepOf(setting));
    }
    if (open.length === 0 && !isUnfinished) return { steps: done };
    await dropKeys(
      client,
      open.map(([name]) => name),
    );
    // Reference tables first: keys of the others lead to them.
    for (const [name, place] of open) {
      await client.query(...placing(name, place));
      tell(describe(name, place));
    }
    await emptyLocalCopies(client);
    await addKeys(client, tell);
    return { steps: done };
  } finally {
    // Ends the session and with it the lock.
    client.release(true);
  }
}

async function checkServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const { name } = rows[0]!;
  if (!(await hasCitus(client))) {
    throw new DistributionRefused(
      `The database "${name}" has no Citus extension: install it on every node, run "create extension citus" in this database there, and add the nodes (docs/scaling.md).`,
    );
  }
  const nodes = await client.query(
    `select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`,
  );
  if (nodes.rowCount === 0) {
    throw new DistributionRefused(
      `The coordinator of "${name}" knows no node that may hold shards: name itself with citus_set_coordinator_host, and add the others with citus_add_node.`,
    );
  }
}

type Setting = { name: string; value: string; what: string };

/** Settings of the database, so that the programs need none. */
const settings: readonly Setting[] = [
  // A transaction that has read from several shards may then write reference tables only if each node answered over
  // one connection.
  { name: 'citus.multi_shard_modify_mode', value: 'sequential', what: 'use one connection to each node' },
  // A plan for any values sends a change of several rows of an issuer to every shard.
  { name: 'plan_cache_mode', value: 'force_custom_plan', what: 'plan each statement with its values' },
];

const stepOf = ({ name, value, what }: Setting) => `new sessions ${what} (${name}=${value})`;

async function missingSettings(client: PoolClient): Promise<Setting[]> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = 0`,
  );
  const found = new Set(rows.map(({ setting }) => setting));
  return settings.filter(({ name, value }) => !found.has(`${name}=${value}`));
}

async function setForDatabase(client: PoolClient, { name, value }: Setting): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0]!.name} set ${name} = '${value}'`);
}

/** Tables that are not placed yet, reference tables first. Throws where one is placed otherwise, or is unknown. */
async function missingPlaces(client: PoolClient): Promise<[string, Placement][]> {
  const { rows } = await client.query<{ name: string; method: string | null; by: string | null }>(
    `select c.relname as name, p.partmethod as method,
            case when p.partmethod = 'h' then column_to_column_name(c.oid, p.partkey) end as by
       from pg_class c
       left join pg_dist_partition p on p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't')
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    [['schema_migration', waiting]],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  const unknown = rows.filter(({ name }) => !(name in placements)).map(({ name }) => name);
  const absent = Object.keys(placements).filter((name) => !found.has(name));
  if (unknown.length + absent.length > 0) {
    const parts = [
      ...(unknown.length > 0 ? [`it has ${unknown.join(', ')}, whose place is not known`] : []),
      ...(absent.length > 0 ? [`it lacks ${absent.join(', ')}`] : []),
    ];
    throw new DistributionRefused(`The database is not one of this version: ${parts.join('; ')}.`);
  }
  const open: [string, Placement][] = [];
  for (const [name, place] of Object.entries(placements)) {
    const { method, by } = found.get(name)!;
    if (method === null) open.push([name, place]);
    else if (method !== (place.kind === 'reference' ? 'n' : 'h') || (by ?? '') !== columnOf(place)) {
      throw new DistributionRefused(
        `The table "${name}" was distributed otherwise. Undo that with undistribute_table('${name}') and run this again.`,
      );
    }
  }
  return open;
}

function columnOf(place: Placement): string {
  return place.kind === 'alone' ? place.by : place.kind === 'issuer' ? 'issuer_id' : '';
}

function describe(name: string, place: Placement): string {
  return place.kind === 'reference'
    ? `${name}: reference table, on every node`
    : `${name}: distributed by ${columnOf(place)}`;
}

/** The table with which all data of an issuer is co-located. */
const anchor = Object.keys(placements).find((name) => placements[name]!.kind === 'issuer')!;

function placing(name: string, place: Placement): [text: string, values: string[]] {
  if (place.kind === 'reference') return ['select create_reference_table($1::text::regclass)', [name]];
  const beside = place.kind === 'issuer' && name !== anchor ? anchor : 'none';
  return [
    'select create_distributed_table($1::text::regclass, $2, colocate_with => $3)',
    [name, columnOf(place), beside],
  ];
}

async function hasWaitingKeys(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${waiting}`,
  ]);
  return rows[0]!.there;
}

/** Drops every foreign key of these tables and to them, and records it in the same transaction. */
async function dropKeys(client: PoolClient, tables: readonly string[]): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(
      `create table if not exists ${waiting}
         (place int not null, table_name text not null, name text not null, definition text not null,
          primary key (table_name, name))`,
    );
    const { rows } = await client.query<{ table_name: string; name: string }>(
      `insert into ${waiting} (place, table_name, name, definition)
       select row_number() over (order by k.conrelid, k.conname), quote_ident(c.relname), quote_ident(k.conname),
              pg_get_constraintdef(k.oid)
         from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
          and (c.relname = any ($1::text[]) or t.relname = any ($1::text[]))
       returning table_name, name`,
      [tables],
    );
    for (const { table_name, name } of rows) {
      await client.query(`alter table ${table_name} drop constraint ${name}`);
    }
  });
}

/** Rows were copied to the shards; the coordinator's own copies are hidden, and would only take space. */
async function emptyLocalCopies(client: PoolClient): Promise<void> {
  for (const [name, place] of Object.entries(placements)) {
    if (place.kind === 'reference') continue;
    await client.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [name]);
  }
}

async function addKeys(client: PoolClient, tell: (step: string) => void): Promise<void> {
  const { rows } = await client.query<{ table_name: string; name: string; definition: string }>(
    `select table_name, name, definition from ${waiting} order by place`,
  );
  for (const { table_name, name, definition } of rows) {
    await inTransaction(client, async () => {
      await client.query(`alter table ${table_name} add constraint ${name} ${definition}`);
      await client.query(`delete from ${waiting} where table_name = $1 and name = $2`, [table_name, name]);
    });
  }
  await client.query(`drop table ${waiting}`);
  tell(`${rows.length} foreign keys added again`);
}

async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
