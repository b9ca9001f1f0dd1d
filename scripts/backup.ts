import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PoolClient } from 'pg';
import { openDataFolder } from '#lib/data-dir/data-folder';
import {
  beginJournal,
  type Journal,
  journalIn,
  noteChange,
  readJournals,
} from '#lib/data-dir/disabled-journal';
import { settingsFile } from '#lib/data-dir/settings';
import { env } from '#lib/env';
import { type Dumped, dumpDatabase } from '#lib/postgres/backup/dump';
import { restoreDatabase, verifyBackup } from '#lib/postgres/backup/restore';
import { openPool } from '#lib/postgres/pool';
import { settleStore, restoredTables as storeTables } from '#lib/session/accounts/after-restore';
import { openStore, prepareStore } from '#lib/session/prepare-store';
import { restoredTables as registryTables, settleClients } from '#registry/access/after-restore';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import { clientLines, storeLines } from './restored.ts';

const usage = `Copies of the books and of the dashboard's own data.

  npm run backup [-- FOLDER] [--only registry|dashboard]
  npm run restore -- FOLDER [--only registry|dashboard] [--disabled FILE]…
  npm run backup:verify -- FOLDER [--only registry|dashboard]

Without FOLDER a backup gets a new folder of its own below BACKUP_DIR, which npm run setup asks for.
A backup may be taken while the programs run. A restore wants an empty database: a new DATA_DIR, or a new database
named by REGISTRY_DATABASE_URL and DATABASE_URL; nothing else may run on it. Verifying reads a backup to its end, without
a database, and compares every count and digest.

Sessions, invitations, remembered devices, recovery codes, access tokens and report links do not come back. Accounts and
API clients that were disabled after the backup are disabled again: DATA_DIR/disabled-accounts.jsonl says which. --disabled
names that journal where it lies in another folder, and may be repeated.`;

class Rejection extends Error {}

type Name = 'registry' | 'dashboard';
type Open = Pick<RegistryDatabase, 'pool' | 'asOwner'> & { close(): Promise<void> };

const open: Record<Name, () => Promise<Open>> = {
  registry: async () => {
    const database = await openDatabase(readEnv(), {
      connectionsMax: 2,
      applicationName: 'sharebook backup',
    });
    return { pool: database.pool, asOwner: database.asOwner, close: database.release };
  },
  dashboard: async () => {
    const { urls, release } = await openStore();
    await prepareStore(urls, { demo: false });
    const options = { max: 2, applicationName: 'sharebook backup' };
    const pool = openPool(urls.url, options);
    return {
      pool,
      asOwner: async (work) => {
        const owner = openPool(urls.ownerUrl ?? urls.url, options);
        return work(owner).finally(() => owner.end());
      },
      close: async () => {
        await pool.end();
        await release();
      },
    };
  },
};

async function backup(name: Name, folder: string): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (existsSync(file)) throw new Rejection(`${file} is there already; name another folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  beginJournal(env().dataDir);
  const { pool, close } = await open[name]();
  // Gets its final name only when complete.
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

async function restore(name: Name, folder: string, journals: readonly string[]): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (!existsSync(file)) throw new Rejection(`There is no ${file}.`);
  const missing = journals.find((path) => !existsSync(path));
  if (missing) throw new Rejection(`There is no ${missing}.`);
  const own = journalIn(env().dataDir);
  const journal = readJournals([...new Set([...(existsSync(own) ? [own] : []), ...journals])]);
  const { tables, settle, report } = settling[name](journal);
  const { asOwner, close } = await open[name]();
  try {
    const restored = await asOwner((pool) =>
      restoreDatabase(pool, name, createReadStream(file), dropped(tables), settle),
    );
    later.push(...report());
    return restored;
  } finally {
    await close();
  }
}

async function check(name: Name, folder: string): Promise<Dumped> {
  const file = fileOf(name, folder);
  if (!existsSync(file)) throw new Rejection(`There is no ${file}.`);
  return verifyBackup(name, createReadStream(file)).catch((error: Error) => {
    throw new Rejection(`${file}: ${error.message}`);
  });
}

/** Messages to print after everything is restored. */
const later: string[] = [];

type Settling = {
  tables: Readonly<Record<string, 'kept' | 'dropped'>>;
  settle(client: PoolClient, takenAt: string): Promise<void>;
  /** Messages for the operator, printed after the restore. */
  report(): string[];
};

const dropped = (tables: Settling['tables']) =>
  Object.keys(tables).filter((table) => tables[table] === 'dropped');

const settling: Record<Name, (journal: Journal) => Settling> = {
  dashboard(journal) {
    let lines: string[] = [];
    return {
      tables: storeTables,
      async settle(client, takenAt) {
        const found = await settleStore(client, { takenAt, journal, now: new Date() });
        // Also written to this folder's journal, for the next restore.
        for (const { id, email } of found.disabled)
          noteChange(env().dataDir, { kind: 'person', change: 'disabled', id, email });
        lines = storeLines(found, journal, takenAt);
      },
      report: () => lines,
    };
  },
  registry(journal) {
    let lines: string[] = [];
    return {
      tables: registryTables,
      async settle(client, takenAt) {
        const found = await settleClients(client, { takenAt, journal, now: new Date() });
        for (const { id } of found.disabled)
          noteChange(readEnv().dataDir, { kind: 'client', change: 'disabled', id, email: null });
        lines = clientLines(found, journal, takenAt);
      },
      report: () => lines,
    };
  },
};

const verbs = {
  backup: { work: backup, done: 'written to' },
  restore: { work: restore, done: 'restored from' },
  verify: { work: check, done: 'whole in' },
} as const;

const fileOf = (name: Name, folder: string) => join(folder, `${name}.backup.gz`);

/**
 * The settings belong to the books: a restored folder without them would start with the demo. Existing settings of a
 * folder stay.
 */
function copySettings(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return;
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  console.log(`settings: copied to ${to}`);
}

/** A folder of this moment below BACKUP_DIR, such as 2026-11-20T16-00-05Z. */
function newFolder(): string | undefined {
  const { backupDir } = env();
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return backupDir === null ? undefined : join(backupDir, `${moment}Z`);
}

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [verb = '', named] = positionals;
  const folder = named ?? (verb === 'backup' ? newFolder() : undefined);
  if (!(verb in verbs) || !folder || positionals.length > 2) throw new Rejection(usage);
  const { work, done } = verbs[verb as keyof typeof verbs];
  if (values.only !== undefined && values.only !== 'registry' && values.only !== 'dashboard')
    throw new Rejection('--only takes registry or dashboard.');
  // A registry that is not run by us is not ours to copy.
  const names: Name[] = values.only
    ? [values.only]
    : !env().registry.embedded
      ? ['dashboard']
      : ['registry', 'dashboard'];
  for (const name of names) {
    const { tables } = await work(name, folder, values.disabled ?? []);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${name}: ${rows.toLocaleString('en-US')} rows of ${tables.length} tables ${done} ${fileOf(name, folder)}`,
    );
  }
  const { dataDir } = env();
  if (verb === 'backup') copySettings(settingsFile(dataDir), settingsFile(folder));
  if (verb === 'restore') {
    openDataFolder(dataDir);
    copySettings(settingsFile(folder), settingsFile(dataDir));
  }
  if (later.length > 0) console.log(`\n${later.join('\n')}`);
}

function readArguments() {
  try {
    const options = { only: { type: 'string' }, disabled: { type: 'string', multiple: true } } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Rejection(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
