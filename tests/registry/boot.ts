// Starts a registry over the demo's books for a test file, and calls it with tokens of demo clients.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDemoServer } from '#demo/cluster-for-tests';
import { demoLastDay, loadDemo } from '#demo/demo';
import { readJson } from '#lib/contract/wire/json';
import type { LogLine } from '#lib/metrics/json-log';
import { withTransaction } from '#lib/postgres/pool';
import { addDemoClients } from '#registry/access/clients';
import { clockIn } from '#registry/clock';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { createServer, type RegistryServer, type ServerOptions } from '#registry/server';
import { loadDemoOutside } from '#tests/database/distributed';

export const basePath = '/sandbox';

export type TestResponse = { status: number; headers: Headers; text: string; body: unknown };

export type Registry = {
  server: RegistryServer;
  database: RegistryDatabase;
  dataDir: string;
  /** The registry's own variables, so that another program finds the same database. */
  where: { DATA_DIR: string; REGISTRY_DATABASE_URL: string };
  /** Scheme, host and port, without the base path. */
  origin: string;
  log: LogLine[];
  tokenFor(clientId: string): Promise<string>;
  /** A call below the base path as a demo client; `as: null` sends no token. */
  call(path: string, options?: CallOptions): Promise<TestResponse>;
  /** A second service over the same books, configured otherwise. */
  another(changed: Partial<ServerOptions>): Promise<RegistryServer>;
  stop(): Promise<void>;
};

export type CallOptions = {
  as?: 'demo-agent' | 'demo-readonly' | 'demo-issuer' | null;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

const isRaw = (body: unknown): body is BodyInit => typeof body === 'string' || body instanceof Uint8Array;

/** A registry over the demo books, on the demo's last day, in its own folder. */
export async function bootRegistry(changed: Partial<ServerOptions> = {}): Promise<Registry> {
  const dataDir = mkdtempSync(join(tmpdir(), 'registry-'));
  const postgres = await openDemoServer(dataDir);
  await postgres.ensureDatabase('registry');
  const databaseUrl = postgres.outside ? postgres.urlFor('registry') : undefined;
  if (databaseUrl) await loadDemoOutside(databaseUrl, dataDir);
  const database = await openDatabase(
    { databaseUrl, dataDir },
    { connectionsMax: 16, applicationName: 'registry tests' },
  );
  const clock = clockIn('America/New_York', new Date(`${demoLastDay}T15:00:00Z`));
  await database.asOwner((owner) => loadDemo(owner, { lastDay: demoLastDay }));
  await withTransaction(database.pool, (db) => addDemoClients(db, clock.now()));
  const log: LogLine[] = [];
  const options: ServerOptions = {
    pool: database.pool,
    databaseUrl: database.url,
    clock,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    publicUrl: `http://registry.example${basePath}`,
    dashboardUrl: 'http://dashboard.example',
    ratePerSecond: 2000,
    demoClients: true,
    work: { approval: 'all', cutoff: '16:00' },
    log: (line) => void log.push(line),
    ...changed,
  };
  const server = await createServer(options);
  const origin = `http://127.0.0.1:${server.port}`;
  const tokens = new Map<string, Promise<string>>();

  const tokenFor = (clientId: string) => {
    const known = tokens.get(clientId) ?? buyToken(origin, clientId);
    tokens.set(clientId, known);
    return known;
  };

  return {
    server,
    database,
    dataDir,
    where: { DATA_DIR: dataDir, REGISTRY_DATABASE_URL: databaseUrl ?? '' },
    origin,
    log,
    tokenFor,
    async call(path, { as = 'demo-agent', method, body, headers = {} } = {}) {
      const response = await fetch(`${origin}${basePath}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(as && { authorization: `Bearer ${await tokenFor(as)}` }),
          'content-type': 'application/json',
          ...headers,
        },
        body: body === undefined ? undefined : isRaw(body) ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: jsonOrText(text) };
    },
    another: (other) => createServer({ ...options, dataDir: join(dataDir, 'another'), ...other }),
    async stop() {
      await server.close(1000);
      await database.release();
      await postgres.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One registry for a whole test file: loading the demo books takes most of the time. */
export function registryOfFile(changed?: Partial<ServerOptions>): () => Registry {
  let running: Registry | undefined;
  beforeAll(async () => {
    running = await bootRegistry(changed);
  });
  afterAll(() => running?.stop());
  return () => {
    if (!running) throw new Error('The registry did not start.');
    return running;
  };
}

/** A token of a demo client, limited to `scope` if one is given. */
export async function buyToken(origin: string, clientId: string, scope?: string): Promise<string> {
  const response = await requestToken(origin, clientId, scope);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The token call of a client whose secret is derived from its ID, like those of the demo. */
export function requestToken(origin: string, clientId: string, scope?: string): Promise<Response> {
  return fetch(`${origin}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: `${clientId}-secret`,
      ...(scope !== undefined && { scope }),
    }),
  });
}

function jsonOrText(text: string): unknown {
  try {
    return readJson(text, 'bigint');
  } catch {
    return text;
  }
}
