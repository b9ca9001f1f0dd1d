import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { openPool, withTransaction } from './pool.ts';
import { pause } from './processes.ts';

type Migration = { name: string; digest: string; statements: string[] };

const ownTransaction = /^(?:begin|commit|rollback|abort|start\s+transaction)\b.*;/i;

const noSuchTable = '42P01';
/** Another process has just created the same thing: unique violation, duplicate table, duplicate row type. */
const alreadyThere = /^(23505|42P07|42710)$/;

/**
 * Applies the numbered files (`0001_name.sql`) of a folder, in order, and returns the names applied now. Each
 * file runs in one transaction together with its row in schema_migration, so a kill at any moment leaves only
 * complete files. Run by the role that will own the tables. With two processes at once, the second one waits
 * for the row of the first, which is inserted first.
 *
 * A file is split at lines that hold only `-- ;;`; each part is sent to the server unchanged and may hold
 * several statements separated by semicolons. Nothing else is parsed. The digest ignores carriage returns.
 *
 * Throws when an applied file has changed, when the database has migrations this program does not know, when a
 * file is numbered below an applied one, and with the file's name when a statement fails.
 */
export async function migrate(connectionString: string, folder: URL): Promise<string[]> {
  const migrations = readMigrations(folder);
  const pool = openPool(connectionString, { max: 1, applicationName: 'sharebook migrate' });
  try {
    const applied: string[] = [];
    for (const migration of await pendingOrAll(pool, migrations)) {
      if (await apply(pool, migration)) applied.push(migration.name);
    }
    // Checks again: what another process applied meanwhile must match our files too.
    await pending(pool, migrations);
    return applied;
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new Error(
      'The database is not at the version of this program, and its role may not change tables: name the role that may in DATABASE_OWNER_URL or REGISTRY_DATABASE_OWNER_URL.',
      { cause: error },
    );
  } finally {
    await pool.end();
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === '42501' || isDenied(error.cause));

/**
 * Checks before it creates the table: a role that may not change tables can start on an up-to-date database.
 */
async function pendingOrAll(pool: Pool, migrations: Migration[]): Promise<Migration[]> {
  try {
    return await pending(pool, migrations);
  } catch (error) {
    if ((error as { code?: string }).code !== noSuchTable) throw error;
    await ensureTable(pool);
    return pending(pool, migrations);
  }
}

/** Whether a database has exactly the migrations of a folder, so that this program may work on it. */
export async function isMigrated(pool: Pool, folder: URL): Promise<boolean> {
  return (await pending(pool, readMigrations(folder))).length === 0;
}

function readMigrations(folder: URL): Migration[] {
  const base = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
  const names = readdirSync(base)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`The migration ${name} must be named like 0001_name.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
    const text = readFileSync(new URL(name, base), 'utf8').replaceAll('\r', '');
    if (text.split('\n').some((line) => ownTransaction.test(line.trimStart())))
      throw new Error(`The migration ${name} must not begin or end transactions itself.`);
    const statements = text.split(/^-- ;;$/m).filter((part) => part.trim() !== '');
    return { name, digest: createHash('sha256').update(text).digest('hex'), statements };
  });
}

async function ensureTable(pool: Pool): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(
        'create table if not exists schema_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())',
      );
      return;
    } catch (error) {
      // "if not exists" is not safe against a concurrent creation.
      if (attempt > 5 || !alreadyThere.test((error as { code?: string }).code ?? '')) throw error;
      await pause(20 * attempt);
    }
  }
}

/** The pending migrations, after the checks of `migrate`. */
async function pending(pool: Pool, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await pool.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration.digest]));
  const unknown = rows.filter((row) => !known.has(row.name)).map((row) => row.name);
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this program, or belongs to another one: it holds ${unknown.join(', ')}. Start the newer program, or name another database.`,
    );
  }
  for (const { name, digest } of rows) {
    if (known.get(name) !== digest) {
      throw new Error(
        `The migration ${name} was changed after this database had applied it; add a new file instead.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.name));
  const last = rows.at(-1)?.name ?? '';
  const open = migrations.filter((migration) => !applied.has(migration.name));
  const late = open.find((migration) => migration.name < last);
  if (late)
    throw new Error(`The migration ${late.name} is numbered below ${last}, which was applied before it.`);
  return open;
}

/** False when another process has applied it: the insert waits for a concurrent one and then finds its row. */
async function apply(pool: Pool, migration: Migration): Promise<boolean> {
  try {
    return await withTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'insert into schema_migration (name, digest) values ($1, $2) on conflict (name) do nothing',
        [migration.name, migration.digest],
      );
      if (rowCount === 0) return false;
      for (const statement of migration.statements) await client.query(statement);
      return true;
    });
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
