import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type Dumped,
  type DumpFoot,
  type DumpHead,
  quoted,
  rowsEnd,
  type TableCount,
  type TableHead,
  tablesInOrder,
} from './dump.ts';

/**
 * Loads a backup into a migrated, empty database in one transaction, so that a broken file leaves nothing
 * behind. Throws an Error when the database has rows, when the backup comes from other migrations, when a table
 * is missing, and when counts or digests differ from those at its end. Rows of `forget` are not restored.
 * `settle` runs in the same transaction to apply what has changed since `takenAt`, an ISO instant.
 */
export async function restoreDatabase(
  pool: Pool,
  database: string,
  source: Readable,
  forget: readonly string[] = [],
  settle: (client: PoolClient, takenAt: string) => Promise<void> = async () => undefined,
): Promise<Dumped> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const lines = linesOf(source);
    const { tables, takenAt } = await readAll(client, lines, database);
    for (const table of forget) await client.query(`delete from ${quoted(table)}`);
    await settle(client, takenAt);
    await client.query('commit');
    await client.query('analyze');
    client.release();
    return { tables };
  } catch (error) {
    // Closing the connection rolls back, even in the middle of a COPY.
    client.release(true);
    source.destroy();
    throw error;
  }
}

/**
 * Reads a backup to its end without a database and compares every count and digest with those at its end.
 * Throws an Error for a file that is damaged, truncated, or not a backup of this database.
 */
export async function verifyBackup(database: string, source: Readable): Promise<Dumped> {
  const lines = linesOf(source);
  const head = parse<DumpHead>(await lines.next());
  if (head?.format !== 'sharebook-backup-1' || head.database !== database)
    throw new Error(`This file is not a backup of "${database}".`);
  const counts: TableCount[] = [];
  for (;;) {
    const part = parse<TableHead | DumpFoot>(await lines.next());
    if (!part) throw new Error('The backup is cut off.');
    if ('end' in part) {
      verify(part.tables, counts, []);
      return { tables: counts };
    }
    counts.push(await countRows(part.table, lines));
  }
}

async function countRows(
  table: string,
  lines: Lines,
  take: (row: Buffer) => Promise<unknown> | undefined = () => undefined,
): Promise<TableCount> {
  const digest = createHash('sha256');
  for (let rows = 0; ; rows += 1) {
    const row = await lines.next();
    if (row === null) throw new Error('The backup is cut off.');
    if (row.equals(end)) return { table, rows, sha256: digest.digest('hex') };
    const whole = Buffer.concat([row, newline]);
    digest.update(whole);
    const waiting = take(whole);
    if (waiting) await waiting;
  }
}

async function readAll(
  client: PoolClient,
  lines: Lines,
  database: string,
): Promise<{ tables: TableCount[]; takenAt: string }> {
  const head = parse<DumpHead>(await lines.next());
  if (head?.format !== 'sharebook-backup-1') throw new Error('This file is not a backup of ours.');
  if (head.database !== database)
    throw new Error(`This is a backup of "${head.database}", not of "${database}".`);
  await sameMigrations(client, head.migrations);
  const known = await tablesInOrder(client);
  await mustBeEmpty(
    client,
    known.map(({ table }) => table),
  );
  const counts: TableCount[] = [];
  for (;;) {
    const part = parse<TableHead | DumpFoot>(await lines.next());
    if (!part) throw new Error('The backup is cut off.');
    if ('end' in part) {
      verify(
        part.tables,
        counts,
        known.map(({ table }) => table),
      );
      return { tables: counts, takenAt: head.takenAt };
    }
    const table = known.find((one) => one.table === part.table);
    if (!table || part.columns.some((column) => !table.columns.includes(column)))
      throw new Error(`The backup has a table this program does not know: ${part.table}.`);
    counts.push(await load(client, part, lines));
  }
}

async function load(client: PoolClient, { table, columns }: TableHead, lines: Lines): Promise<TableCount> {
  const into = client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`));
  const finished = once(into, 'finish');
  finished.catch(() => undefined);
  const counted = await countRows(table, lines, (row) =>
    into.write(row) ? undefined : Promise.race([once(into, 'drain'), finished]),
  );
  into.end();
  await finished;
  return counted;
}

const end = Buffer.from(rowsEnd);
const newline = Buffer.from('\n');

async function sameMigrations(client: PoolClient, theirs: DumpHead['migrations']): Promise<void> {
  const { rows: ours } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration order by name',
  );
  const text = (list: typeof ours) => list.map(({ name, digest }) => `${name} ${digest}`).join('\n');
  if (text(ours) !== text(theirs)) {
    const last = theirs.at(-1)?.name ?? 'none';
    throw new Error(
      `The backup was taken at migration ${last}, this program is at ${ours.at(-1)?.name ?? 'none'}: restore it with the version that took it, then start the newer one.`,
    );
  }
}

async function mustBeEmpty(client: PoolClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    // The backup's rows replace those that a migration inserts.
    if (seededByMigration.has(table)) {
      await client.query(`delete from ${quoted(table)}`);
      continue;
    }
    const { rowCount } = await client.query(`select 1 from ${quoted(table)} limit 1`);
    if (rowCount) throw new Error(`The database is not empty: "${table}" has rows. Restore into a new one.`);
  }
}

/** Single-row tables that their migration fills. */
const seededByMigration = new Set(['audit_head']);

function verify(expected: readonly TableCount[], found: readonly TableCount[], known: readonly string[]) {
  const text = (list: readonly TableCount[]) =>
    list.map(({ table, rows, sha256 }) => `${table} ${rows} ${sha256}`).join('\n');
  if (text(expected) !== text(found)) throw new Error('The backup is damaged: its digests do not agree.');
  const missing = known.filter((table) => !found.some((one) => one.table === table));
  if (missing.length > 0) throw new Error(`The backup lacks ${missing.join(', ')}.`);
}

function parse<T>(line: Buffer | null): T | null {
  try {
    return line && (JSON.parse(line.toString('utf8')) as T);
  } catch {
    throw new Error('This file is not a backup of ours.');
  }
}

type Lines = { next(): Promise<Buffer | null> };

/**
 * Lines without their line end; null at the end of the source. A last line without a line end counts as
 * truncated.
 */
function linesOf(source: Readable): Lines {
  const unpacked = source.pipe(createGunzip());
  source.once('error', (error) => unpacked.destroy(error));
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  return {
    async next() {
      for (;;) {
        const stop = rest.indexOf(10, at);
        if (stop !== -1) {
          const line = rest.subarray(at, stop);
          at = stop + 1;
          return line;
        }
        const { value, done } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'Z_BUF_ERROR') throw new Error('The backup is cut off.');
          throw error.code?.startsWith('Z_') ? new Error('This file is not a backup of ours.') : error;
        });
        if (done) return null;
        rest = Buffer.concat([rest.subarray(at), value]);
        at = 0;
      }
    },
  };
}
