// API clients: adding, changing and listing them, and the rights of the caller behind a token.

import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import { forgetSources } from './client-sources.ts';
import { digest, hashSecret, isSecret } from './secrets.ts';
import { type Rights, readScope, rightsUnder } from './token-scope.ts';

/**
 * An API client as a request sees it: its current rights, limited by the scope of its token. Read anew for
 * every request, so that a change takes effect at once.
 */
export type Caller = Rights & {
  clientId: string;
  /**
   * True when the token names issuers. Such a token does not get what the client may see only because it
   * created it.
   */
  isNarrowed: boolean;
};

type CallerRow = {
  id: string;
  can_write: boolean;
  is_agent: boolean;
  all_issuers: boolean;
  granted: string | null;
};

/**
 * The client of a live access token. Undefined when the token is unknown or expired, when the client is
 * disabled, or when it is a demo client and `demoClients` is false.
 */
export async function callerOf(
  db: Db,
  token: string,
  now: Date,
  demoClients: boolean,
): Promise<Caller | undefined> {
  const row = await tokenRow(db, digest(token), demoClients);
  if (!row || Date.parse(row.expires_at) <= now.getTime()) return undefined;
  const rights = rightsOf(row);
  if (row.scope === null) return { clientId: row.id, ...rights, isNarrowed: false };
  const read = readScope(row.scope);
  // The scope was written by a newer version and cannot be read, so it allows nothing.
  if (!read.ok) return undefined;
  const isNarrowed = read.scope.issuers !== null && read.scope.issuers !== 'all';
  return { clientId: row.id, ...rightsUnder(rights, read.scope), isNarrowed };
}

function rightsOf({ can_write, is_agent, all_issuers, granted }: Omit<CallerRow, 'id'>): Rights {
  const issuers = all_issuers ? 'all' : new Set((granted ?? '').split(',').filter(Boolean).map(BigInt));
  return { canWrite: can_write, isAgent: is_agent, issuers };
}

type TokenRow = CallerRow & { expires_at: string; scope: string | null };
type Reading = { began: number; row: Promise<TokenRow | undefined>; next?: Promise<TokenRow | undefined> };

/** Reads in progress, by token. */
const readings = new WeakMap<Db, Map<string, Reading>>();
/** A read that takes longer than this no longer makes other requests wait. */
const slowMs = 50;

/**
 * Requests whose token is being read wait for the next read and share it. Each is answered from a read that
 * began after the request arrived, so that a change takes effect at once.
 */
function tokenRow(db: Db, hash: string, demoClients: boolean): Promise<TokenRow | undefined> {
  const known = readings.get(db) ?? new Map<string, Reading>();
  readings.set(db, known);
  // Two services on one pool may differ in `demoClients`, so they do not share reads.
  const key = `${hash} ${demoClients}`;
  const begin = () => {
    const reading: Reading = { began: performance.now(), row: readToken(db, hash, demoClients) };
    known.set(key, reading);
    const end = () => known.get(key) === reading && known.delete(key);
    reading.row.then(end, end);
    return reading.row;
  };
  const current = known.get(key);
  if (!current || performance.now() - current.began > slowMs) return begin();
  current.next ??= current.row.then(begin, begin);
  return current.next;
}

async function readToken(db: Db, hash: string, demoClients: boolean): Promise<TokenRow | undefined> {
  const { rows } = await queryPrepared<TokenRow>(
    db,
    `select c.id, c.can_write, c.is_agent, c.all_issuers, t.expires_at, t.scope,
            (select string_agg(g.customer_issuer_id::text, ',')
               from api_client_issuer g where g.client_id = c.id) as granted
       from api_token t join api_client c on c.id = t.client_id
      where t.token_hash = $1 and c.disabled_at is null and (not c.is_demo or $2)`,
    [hash, demoClients],
  );
  return rows[0];
}

/** An enabled client that requests a token. */
export type StoredClient = {
  secretHash: string;
  rights: Rights;
  /** The stored digest of the correct secret sent from this source; undefined when there is none. */
  sourceMark: string | undefined;
};

/** Reads an enabled client, else undefined. Demo clients are found only with `demoClients`. */
export async function storedClient(
  db: Db,
  { clientId, source, demoClients }: { clientId: string; source: string; demoClients: boolean },
): Promise<StoredClient | undefined> {
  const { rows } = await db.query<CallerRow & { secret_hash: string; mark: string | null }>(
    `select c.id, c.can_write, c.is_agent, c.all_issuers, c.secret_hash, s.mark,
            (select string_agg(g.customer_issuer_id::text, ',')
               from api_client_issuer g where g.client_id = c.id) as granted
       from api_client c
       left join api_client_source s on s.client_id = c.id and s.source = $2
      where c.id = $1 and c.disabled_at is null and (not c.is_demo or $3)`,
    [clientId, source, demoClients],
  );
  const row = rows[0];
  return row && { secretHash: row.secret_hash, rights: rightsOf(row), sourceMark: row.mark ?? undefined };
}

/** What a client may do: read; read and write; or both and the agent operations. */
export const clientScopes = ['read', 'write', 'agent'] as const;

export type ClientScope = (typeof clientScopes)[number];

const columnsOf = (scope: ClientScope) => ({ canWrite: scope !== 'read', isAgent: scope === 'agent' });

export type NewClient = {
  id: string;
  secret: string;
  scope: ClientScope;
  issuers: 'all' | readonly bigint[];
  isDemo?: boolean;
};

/**
 * Adds a client; false when the id exists. Run inside a transaction, so that client and grants are stored
 * together.
 */
export async function addClient(db: Db, client: NewClient, now: Date): Promise<boolean> {
  const { canWrite, isAgent } = columnsOf(client.scope);
  const added = await db.query(
    `insert into api_client (id, secret_hash, can_write, is_agent, all_issuers, is_demo, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [
      client.id,
      await hashSecret(client.secret),
      canWrite,
      isAgent,
      client.issuers === 'all',
      client.isDemo ?? false,
      now,
    ],
  );
  if (added.rowCount === 0) return false;
  await grant(db, client.id, client.issuers);
  return true;
}

async function grant(db: Db, clientId: string, issuers: NewClient['issuers']): Promise<void> {
  if (issuers === 'all') return;
  for (const issuer of new Set(issuers)) {
    await db.query('insert into api_client_issuer (client_id, customer_issuer_id) values ($1, $2)', [
      clientId,
      issuer,
    ]);
  }
}

/**
 * Replaces a client's scope and issuers. Its tokens stay and have the new rights from the next request. False
 * when there is no such client. Run inside a transaction.
 */
export async function setScope(
  db: Db,
  { id, scope, issuers }: Pick<NewClient, 'id' | 'scope' | 'issuers'>,
): Promise<boolean> {
  const { canWrite, isAgent } = columnsOf(scope);
  const changed = await db.query(
    'update api_client set can_write = $2, is_agent = $3, all_issuers = $4 where id = $1',
    [id, canWrite, isAgent, issuers === 'all'],
  );
  if (changed.rowCount === 0) return false;
  await db.query('delete from api_client_issuer where client_id = $1', [id]);
  await grant(db, id, issuers);
  return true;
}

export type ClientSummary = {
  id: string;
  scope: ClientScope;
  issuers: 'all' | bigint[];
  disabled: boolean;
  /** True for demo clients, which work only while demo data is enabled. */
  demo: boolean;
};

/** All clients by id. */
export async function listClients(db: Db): Promise<ClientSummary[]> {
  const { rows } = await db.query<CallerRow & { disabled: boolean; demo: boolean }>(
    `select c.id, c.can_write, c.is_agent, c.all_issuers, c.disabled_at is not null as disabled, c.is_demo as demo,
            (select string_agg(g.customer_issuer_id::text, ',' order by g.customer_issuer_id)
               from api_client_issuer g where g.client_id = c.id) as granted
       from api_client c order by c.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    scope: row.is_agent ? 'agent' : row.can_write ? 'write' : 'read',
    issuers: row.all_issuers ? 'all' : (row.granted ?? '').split(',').filter(Boolean).map(BigInt),
    disabled: row.disabled,
    demo: row.demo,
  }));
}

/** Disables a client and ends its tokens; false when there is no such client. */
export async function disableClient(db: Db, id: string, now: Date): Promise<boolean> {
  const changed = await db.query('update api_client set disabled_at = $2 where id = $1', [id, now]);
  await db.query('delete from api_token where client_id = $1', [id]);
  await forgetSources(db, id);
  return changed.rowCount === 1;
}

/**
 * Replaces a client's secret and ends the tokens issued for the old one; false when there is no such client.
 */
export async function rotateSecret(db: Db, id: string, secret: string): Promise<boolean> {
  const changed = await db.query('update api_client set secret_hash = $2 where id = $1', [
    id,
    await hashSecret(secret),
  ]);
  await db.query('delete from api_token where client_id = $1', [id]);
  await forgetSources(db, id);
  return changed.rowCount === 1;
}

/**
 * Creates the client, or gives an existing one this secret. The rights of an existing client stay, and so do
 * its tokens when the secret is unchanged. False when it is disabled. Run inside a transaction.
 */
export async function keepClient(db: Db, client: NewClient, now: Date): Promise<boolean> {
  if (await addClient(db, client, now)) return true;
  const { rows } = await db.query<{ secret_hash: string }>(
    'select secret_hash from api_client where id = $1 and disabled_at is null',
    [client.id],
  );
  if (!rows[0]) return false;
  const same = await isSecret(rows[0].secret_hash, client.secret);
  return same || rotateSecret(db, client.id, client.secret);
}

/** The demo client used in the examples of the API page. */
export const demoAgent: NewClient = {
  id: 'demo-agent',
  secret: 'demo-agent-secret',
  scope: 'agent',
  issuers: 'all',
  isDemo: true,
};

const demoClients: readonly NewClient[] = [
  demoAgent,
  { id: 'demo-readonly', secret: 'demo-readonly-secret', scope: 'read', issuers: 'all', isDemo: true },
  { id: 'demo-issuer', secret: 'demo-issuer-secret', scope: 'write', issuers: [1001n], isDemo: true },
];

/** The published demo clients. Existing ones are not changed. */
export async function addDemoClients(db: Db, now: Date): Promise<void> {
  for (const client of demoClients) await addClient(db, client, now);
}
