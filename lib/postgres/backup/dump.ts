import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** First line of a backup: its database, and the migrations its tables come from. */
export type DumpHead = {
  format: 'sharebook-backup-1';
  database: string;
  takenAt: string;
  migrations: { name: string; digest: string }[];
};

/** Before the rows of each table: its columns, in the order of the rows. */
export type TableHead = { table: string; columns: string[] };

/** Last line: the counts and digests that a reader must have seen. */
export type DumpFoot = { end: true; tables: TableCount[] };
export type TableCount = { table: string; rows: number; sha256: string };

/** Ends the rows of a table; COPY's text format never writes it as a row. */
export const rowsEnd = '\\.';

export type Dumped = { tables: TableCount[] };

/**
 * Writes a consistent snapshot of every table of a database to `out` as gzip: JSON lines around COPY text, rows
 * ordered by primary key, so that equal data gives equal digests. Streams; ends `out`. Other programs may write
 * meanwhile.
 */
export async function dumpDatabase(pool: Pool, database: string, out: Writable, now: Date): Promise<Dumped> {
  const client = await pool.connect();
  const packed = createGzip({ level: 6 });
  const failed = new Promise<never>((_, reject) => {
    packed.once('error', reject);
    out.once('error', reject);
  });
  failed.catch(() => undefined);
  packed.pipe(out);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = await Promise.race([writeAll(client, packed, database, now), failed]);
    await client.query('commit');
    packed.end();
    await Promise.race([once(out, 'close'), failed]);
    client.release();
    return { tables };
  } catch (error) {
    client.release(true);
    packed.destroy();
    out.destroy();
    throw error;
  }
}

async function writeAll(client: PoolClient, to: Writable, database: string, now: Date) {
  const { rows: migrations } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration order by name',
  );
  const head: DumpHead = {
    format: 'sharebook-backup-1',
    database,
    takenAt: now.toISOString(),
    migrations,
  };
  await line(to, head);
  const counts: TableCount[] = [];
  for (const { table, columns, key } of await tablesInOrder(client)) {
    await line(to, { table, columns } satisfies TableHead);
    const names = columns.map(quoted).join(', ');
    const order = key.length > 0 ? `order by ${key.map(quoted).join(', ')}` : '';
    const rows = client.query(copyTo(`copy (select ${names} from ${quoted(table)} ${order}) to stdout`));
    const digest = createHash('sha256');
    let count = 0;
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      digest.update(chunk);
      // A newline inside a value is escaped as \n, so every real newline ends a row.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
      if (!to.write(chunk)) await once(to, 'drain');
    }
    if (!to.write(`${rowsEnd}\n`)) await once(to, 'drain');
    counts.push({ table, rows: count, sha256: digest.digest('hex') });
  }
  await line(to, { end: true, tables: counts } satisfies DumpFoot);
  return counts;
}

async function line(to: Writable, value: DumpHead | TableHead | DumpFoot): Promise<void> {
  if (!to.write(`${JSON.stringify(value)}\n`)) await once(to, 'drain');
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

type Table = { table: string; columns: string[]; key: string[] };

/**
 * The tables of the public schema except schema_migration, each after the tables it references. Throws on a
 * cycle.
 */
export async function tablesInOrder(client: PoolClient): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as "table",
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select a.attname::text from pg_index i
         cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.place) as key
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migration'
     order by c.relname`,
  );
  const { rows: links } = await client.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const placed: Table[] = [];
  const open = new Map(tables.map((table) => [table.table, table]));
  while (open.size > 0) {
    const ready = [...open.values()].filter(
      ({ table }) => !links.some((link) => link.from === table && open.has(link.to)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...open.keys()]}.`);
    for (const table of ready) open.delete(table.table);
    placed.push(...ready);
  }
  return placed;
}
