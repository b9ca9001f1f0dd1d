// The dashboard's store with demo users, and dashboards in front of any registry, for gateway tests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openAudit } from '#lib/audit/audit';
import { openDrafts } from '#lib/drafts/drafts';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openLimits } from '#lib/gateway/limits';
import { openOutbox } from '#lib/outbox/outbox';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { openPool } from '#lib/postgres/pool';
import { copyPrepared } from '#lib/postgres/prepared-for-tests';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { openViewers } from '#lib/presence/viewers';
import { openRuns } from '#lib/runs/runs';
import { readCookie } from '#lib/session/cookies';
import { prepareStore } from '#lib/session/prepare-store';
import { readOnward, readSession, startSession } from '#lib/session/sessions';
import { userById } from '#lib/session/user-by-id';
import { openUpstream } from '#lib/upstream/upstream';

export const publicUrl = 'http://127.0.0.1:3000';
export const demo = {
  admin: 'admin@harborline.example',
  operator: 'operator@harborline.example',
  officer: 'officer@larkspur.example',
  viewer: 'viewer@larkspur.example',
  downloader: 'reports@prairie.example',
} as const;

export type GatewayFixture = {
  /** The store with full database rights, to inspect and to tamper. */
  pool: Pool;
  dataDir: string;
  /** Connection string of the store as a dashboard uses it. */
  url: string;
  /** A session cookie of a demo user. */
  cookieOf(email: string): Promise<string>;
  userId(email: string): Promise<string>;
  /** A dashboard in front of the registry at `base`. */
  context(base: string): GatewayContext;
  /** Resolves when the background work of the responses so far is done. */
  settled(): Promise<void>;
  /** Number of the last audit entry, once the responses so far are recorded. Entries are numbered without gaps. */
  lastAuditSeq(): Promise<bigint>;
  stop(): Promise<void>;
};

/** The dashboard's store on a real database with the demo users, and dashboards in front of any registry. */
export async function openGatewayFixture(): Promise<GatewayFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gateway-'));
  process.env.NEXTAUTH_SECRET = 'a secret only the gateway tests know';
  process.env.DATA_DIR = dataDir;
  // The tests need the demo users even on an external database server.
  process.env.REGISTRY_DEMO ||= '1';
  // Without the demo users: some files replace the hashing of passwords.
  await copyPrepared('dashboard', dataDir, async (template) => {
    const prepared = await startEmbedded({ dataDir: template });
    await prepareStore(await prepared.ensureDatabase('dashboard', 'audit_keeper'), { demo: false });
    await prepared.release();
  });
  const server = await openTestServer(dataDir);
  const urls = await server.ensureDatabase('dashboard', 'audit_keeper');
  const { url } = urls;
  await prepareStore(urls, { demo: true });
  const pool = openPool(server.urlFor('dashboard'), { max: 12, applicationName: 'gateway tests' });
  const store = openPool(url, { max: 12, applicationName: 'gateway tests' });
  const audit = openAudit(store);
  const later: Promise<unknown>[] = [];
  const settled = async () => {
    await Promise.allSettled(later);
  };
  const userId = async (email: string) => {
    const { rows } = await pool.query<{ id: string }>('select id from person where email_key = $1', [email]);
    return rows[0]?.id ?? '';
  };
  return {
    pool,
    dataDir,
    url,
    userId,
    async cookieOf(email) {
      const token = await startSession(pool, await userId(email), { address: null, userAgent: null });
      return `sharebook.session=${token}`;
    },
    context: (base) => ({
      upstream: openUpstream({ baseUrl: base, client: { id: 'desk', secret: 'desk-secret' }, reader: null }),
      audit,
      runs: openRuns({ pool: store, dataDir, keepDays: 7, today: () => '2026-11-19' }),
      outbox: openOutbox({ pool: store, secret: 'key' }),
      drafts: openDrafts({ pool: store, secret: 'key' }),
      viewers: openViewers(store),
      limits: openLimits(),
      publicUrl,
      secret: 'key',
      formerSecrets: [],
      userOf: (headers) => readSession(store, readCookie(headers.get('cookie'), 'sharebook.session'), true),
      reloadUser: (user) => readOnward(store, user, true),
      userById: (id) => userById(store, id, true),
      addressOf: () => '192.0.2.7',
      defer: (work) => void later.push(work),
    }),
    settled,
    async lastAuditSeq() {
      await settled();
      const { rows } = await pool.query<{ seq: bigint }>('select coalesce(max(seq), 0) as seq from audit');
      return rows[0]!.seq;
    },
    async stop() {
      await settled();
      await Promise.all([pool.end(), store.end()]);
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type RequestOptions = {
  cookie?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Text as it is, anything else as JSON. */
  body?: unknown;
};

/** A request as our own pages send it; a header with an empty value is removed. */
export function pageRequest(
  path: string,
  { cookie, method, headers = {}, body }: RequestOptions = {},
): Request {
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const all: Record<string, string> = { ...(cookie ? { cookie } : {}) };
  if (verb !== 'GET' && verb !== 'HEAD') {
    Object.assign(all, { 'x-sharebook': '1', origin: publicUrl, 'content-type': 'application/json' });
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value === '') delete all[name];
    else all[name] = value;
  }
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(publicUrl + path, { method: verb, headers: all, body: text });
}

/** Calls the gateway as the route handler does. */
export function callGateway(
  context: GatewayContext,
  path: string,
  send: RequestOptions = {},
): Promise<Response> {
  const request = pageRequest(`/api/upstream${path}`, send);
  return gateway(request, new URL(request.url).pathname.slice('/api/upstream'.length), context);
}
