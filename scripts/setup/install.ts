// Makes an installation from the answers of setup: settings, agent and administrator. May be repeated.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { administrators } from '#lib/access/roles';
import { openAudit } from '#lib/audit/audit';
import { openDataFolder } from '#lib/data-dir/data-folder';
import { readSettings, type Settings, writeSettings } from '#lib/data-dir/settings';
import { env, readEnv } from '#lib/env';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { routes } from '#lib/routes';
import { addUser, emailKey, setPassword } from '#lib/session/accounts/accounts';
import { makeInvitation } from '#lib/session/accounts/invitations';
import { openStore, prepareStore } from '#lib/session/prepare-store';
import { keepClient } from '#registry/access/clients';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { readEnv as readRegistryEnv } from '#registry/env';
import { recordAgent } from '#registry/ledger/agent';
import { lockDataDir } from '../lock-data-dir.ts';
import type { Answers } from './fields.ts';

/** Setup does not run here; the message says why and what to do. */
export class CannotSetUp extends Error {}

export type Installed = {
  /** Address at which the administrator chooses a password; null when the account has one. */
  invitation: string | null;
  /** True when the account existed with a password, which stays. */
  isUnchanged: boolean;
  otherAccounts: string[];
};

const elsewhere = 'Set DATA_DIR to a new folder, here and for npm start.';

/**
 * Throws `CannotSetUp` where setup would touch an installation that exists. Opens no database, so that a refusal leaves
 * everything as it was. Returns the settings that are there.
 */
export function requireNew(force: boolean): Settings | null {
  const { dataDir, registry } = readEnv();
  if (!registry.embedded)
    throw new CannotSetUp(
      'REGISTRY_BASE_URL is set: the agent of a registry that runs elsewhere is set up there. Remove the variable.',
    );
  const settings = readSettings(dataDir);
  if (registry.demo && process.env.REGISTRY_DEMO === '1')
    throw new CannotSetUp('REGISTRY_DEMO is 1 in the environment, and would win. Remove the variable.');
  if (force || settings?.state === 'unfinished') return settings;
  if (settings)
    throw new CannotSetUp(
      `${dataDir} is set up already. ${elsewhere} With --force the settings and the agent's name and numbers are replaced; register and accounts stay.`,
    );
  if (existsSync(join(dataDir, 'postgres')))
    throw new CannotSetUp(
      `${dataDir} holds a register already. ${elsewhere} If it has only the demo, delete it. --force sets up a register of your own that was kept without settings.`,
    );
  return null;
}

/** Makes the installation. Every step may be repeated: after a crash the next run goes on. */
export async function install(answers: Answers, password: string | null, force: boolean): Promise<Installed> {
  const { dataDir, publicUrl } = readEnv();
  openDataFolder(dataDir);
  const claim = await lockDataDir(dataDir, publicUrl);
  try {
    const before = requireNew(force);
    const external = readRegistryEnv().databaseUrl !== undefined;
    if (external || existsSync(join(dataDir, 'postgres')))
      await inBooks((books) => requireOwnRegister(books.pool, force || before !== null));
    // First, so that a start in between loads no demo.
    const settings = settingsOf(answers);
    writeSettings(dataDir, settings);
    mkdirSync(resolve(answers.backups), { recursive: true, mode: 0o700 });
    await inBooks((books) => withTransaction(books.pool, (db) => prepareBooks(db, answers)));
    const installed = await prepareAccounts(answers, password);
    writeSettings(dataDir, { ...settings, state: 'finished' });
    return installed;
  } finally {
    claim.letGo();
  }
}

function settingsOf(answers: Answers): Settings {
  return {
    version: 1,
    state: 'unfinished',
    variables: {
      REGISTRY_DEMO: '0',
      REGISTRY_TIME_ZONE: answers.timeZone,
      REGISTRY_CUTOFF: answers.cutoff,
      REGISTRY_APPROVAL: answers.approval,
      REQUIRE_SECOND_FACTOR: 'agent',
      BACKUP_DIR: resolve(answers.backups),
    },
    given: { ...answers },
  };
}

async function inBooks<T>(work: (books: RegistryDatabase) => Promise<T>): Promise<T> {
  const books = await openDatabase(readRegistryEnv(), {
    connectionsMax: 1,
    applicationName: 'sharebook setup',
  });
  try {
    return await work(books);
  } finally {
    await books.release();
  }
}

/** Demo data is never turned into a register of one's own. Another register only when it was asked for. */
async function requireOwnRegister(pool: Pool, isWanted: boolean): Promise<void> {
  const { rows } = await pool.query<{ demo: boolean; register: boolean }>(
    `select exists (select 1 from agent where is_fictional) or exists (select 1 from api_client where is_demo) as demo,
            exists (select 1 from agent) or exists (select 1 from issuer) as register`,
  );
  if (rows[0]?.demo)
    throw new CannotSetUp(
      `The database of the registry holds the demo. ${elsewhere} The demo can be deleted.`,
    );
  if (rows[0]?.register && !isWanted)
    throw new CannotSetUp(
      'REGISTRY_DATABASE_URL names a database that holds a register already. Name an empty one; with --force it is set up without changing its register.',
    );
}

/** The agent's facts, and the dashboard's own client with a random secret. */
async function prepareBooks(db: ClientBase, answers: Answers): Promise<void> {
  const { agentName: name, fileNumber, participantNumber, regulatoryAgency } = answers;
  await recordAgent(db, { name, fileNumber, participantNumber, regulatoryAgency });
  const { client, keepsClient } = env().registry;
  if (!keepsClient) return;
  const rights = { id: client.id, secret: client.secret, scope: 'agent', issuers: 'all' } as const;
  if (!(await keepClient(db, rights, new Date())))
    throw new CannotSetUp(`The registry's client ${client.id} is disabled.`);
}

async function prepareAccounts(answers: Answers, password: string | null): Promise<Installed> {
  const { urls, release } = await openStore();
  try {
    await prepareStore(urls, { demo: false });
    const pool = openPool(urls.url, { max: 2, applicationName: 'sharebook setup' });
    try {
      return await withTransaction(pool, (client) => firstAdministrator(client, pool, answers, password));
    } finally {
      await pool.end();
    }
  } finally {
    await release();
  }
}

async function firstAdministrator(
  client: ClientBase,
  pool: Pool,
  { email, name }: Answers,
  password: string | null,
): Promise<Installed> {
  const { rows } = await client.query<{ id: string; email_key: string; email: string; chosen: boolean }>(
    'select id, email_key, email, password_hash is not null as chosen from person where not is_demo order by email',
  );
  const known = rows.find((row) => row.email_key === emailKey(email));
  const role = administrators[0] ?? 'ta-admin';
  const id = known?.id ?? (await addUser(client, { email, name, role, issuers: [], password }));
  if (!known)
    await openAudit(pool).record({
      requestId: randomUUID(),
      actor: null,
      action: 'account-add',
      outcome: 'ok',
      object: id,
      detail: { by: 'command line' },
    });
  else if (!known.chosen && password !== null) await setPassword(client, { id, email, name }, password);
  const needsLink = password === null && !known?.chosen;
  const { token } = needsLink ? await makeInvitation(client, id, null) : { token: null };
  return {
    invitation: token && `${env().publicUrl}${routes.invited(token)}`,
    isUnchanged: known?.chosen ?? false,
    otherAccounts: rows.filter((row) => row.id !== id).map((row) => row.email),
  };
}
