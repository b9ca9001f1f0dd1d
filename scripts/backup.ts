import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { env } from '../lib/env.ts';
import { type Dumped, dumpDatabase } from '../lib/postgres/dump.ts';
import { startEmbedded } from '../lib/postgres/embedded.ts';
import { openPool } from '../lib/postgres/pool.ts';
import { restoreDatabase, verifyBackup } from '../lib/postgres/restore.ts';
import { prepareStore } from '../lib/session/prepare.ts';
import { openDatabase } from '../registry/db/open.ts';
import { readEnv } from '../registry/env.ts';

const usage = `Copies of the books and of the dashboard's own data.

  npm run backup -- FOLDER [--only registry|dashboard]
  npm run restore -- FOLDER [--only registry|dashboard]
  npm run backup:verify -- FOLDER [--only registry|dashboard]

A backup may be taken while the programs run. A restore wants an empty database: a new DATA_DIR, or a new database
named by REGISTRY_DATABASE_URL and DATABASE_URL; nothing else may run on it. Verifying reads a backup to its end, without
a database, and compares every count and digest.`;

class Refusal extends Error {}

type Name = 'registry' | 'dashboard';
type Open = { pool: import('pg').Pool; close(): Promise<void> };

/** Rows that would open doors closed since the backup: sessions, access tokens, report links. */
const neverRevived: Record<Name, string[]> = {
  registry: ['api_token', 'report_request'],
  dashboard: ['session'],
};

const open: Record<Name, () => Promise<Open>> = {
  registry: async () => {
    const database = await openDatabase(readEnv(), {
      connectionsMax: 2,
      applicationName: 'sharebook backup',
    });
    return { pool: database.pool, close: database.release };
  },
  dashboard: async () => {
    const { databaseUrl, dataDir } = env();
    const embedded = databaseUrl ? null : await startEmbedded({ dataDir });
    await embedded?.ensureDatabase('dashboard');
    const url = databaseUrl ?? embedded?.urlFor('dashboard') ?? '';
    await prepareStore(url, { demo: false });
    const pool = openPool(url, { max: 2, applicationName: 'sharebook backup' });
    return {
      pool,
      close: async () => {
        await pool.end();
        await embedded?.release();
      },
    };
  },
};

async function backup(name: Name, folder: string): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (existsSync(file)) throw new Refusal(`${file} is there already; name another folder.`);
  mkdirSync(folder, { recursive: true });
  const { pool, close } = await open[name]();
  // Under its own name only when whole.
  const growing = `${file}.part`;
  try {
    const out = createWriteStream(growing, { mode: 0o600, flush: true });
    const dumped = await dumpDatabase(pool, name, out, new Date());
    renameSync(growing, file);
    return dumped;
  } finally {
    rmSync(growing, { force: true });
    await close();
  }
}

async function restore(name: Name, folder: string): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (!existsSync(file)) throw new Refusal(`There is no ${file}.`);
  const { pool, close } = await open[name]();
  try {
    return await restoreDatabase(pool, name, createReadStream(file), neverRevived[name]);
  } finally {
    await close();
  }
}

async function check(name: Name, folder: string): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (!existsSync(file)) throw new Refusal(`There is no ${file}.`);
  return verifyBackup(name, createReadStream(file)).catch((error: Error) => {
    throw new Refusal(`${file}: ${error.message}`);
  });
}

const verbs = {
  backup: { work: backup, done: 'written to' },
  restore: { work: restore, done: 'restored from' },
  verify: { work: check, done: 'whole in' },
} as const;

const fileOf = (name: Name, folder: string) => join(folder, `${name}.backup.gz`);

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [verb = '', folder] = positionals;
  if (!(verb in verbs) || !folder || positionals.length > 2) throw new Refusal(usage);
  const { work, done } = verbs[verb as keyof typeof verbs];
  if (values.only !== undefined && values.only !== 'registry' && values.only !== 'dashboard')
    throw new Refusal('--only takes registry or dashboard.');
  // Somebody else's registry is not ours to copy.
  const names: Name[] = values.only
    ? [values.only]
    : !env().registry.embedded
      ? ['dashboard']
      : ['registry', 'dashboard'];
  for (const name of names) {
    const { tables } = await work(name, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${name}: ${rows.toLocaleString('en-US')} rows of ${tables.length} tables ${done} ${fileOf(name, folder)}`,
    );
  }
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
