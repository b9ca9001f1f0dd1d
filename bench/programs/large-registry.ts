// Starts the registry over a database with large generated issuers.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { loadLarge } from '#demo/large/load';
import { migrate } from '#lib/postgres/migrate';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { addClient } from '#registry/access/clients';

export type RunningRegistry = {
  url: string;
  pid: number;
  readyMs: number;
  headers: Record<string, string>;
  stop(): Promise<void>;
};

export type LargeRegistry = {
  databaseUrl: string;
  pool: Pool;
  /** Adds an issuer of so many holders, ten certificates each. */
  seed(issuer: number, holders: number): Promise<void>;
  /**
   * Starts the registry over the database; returns its address, the milliseconds until it was ready, and its
   * stop function.
   */
  start(): Promise<RunningRegistry>;
  release(): Promise<void>;
};

export const benchSecret = 'bench-secret-of-a-client';
/** With this token the registry serves its metrics. */
export const metricsToken = 'bench-token-of-the-metrics';

/**
 * A separate database for large issuers, and the registry process over it. It is on the server that `address` or
 * REGISTRY_DATABASE_URL names, else on an embedded one.
 */
export async function largeRegistry(address?: string): Promise<LargeRegistry> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-large-'));
  const server = await openTestServer(dataDir, address);
  await server.ensureDatabase('large');
  const databaseUrl = server.urlFor('large');
  await migrate(databaseUrl, new URL('../../registry/db/migrations/', import.meta.url));
  const pool = openPool(databaseUrl, { max: 20, applicationName: 'sharebook bench' });
  await withTransaction(pool, (db) =>
    addClient(db, { id: 'bench', secret: benchSecret, scope: 'agent', issuers: 'all' }, new Date()),
  );
  return {
    databaseUrl,
    pool,
    async seed(issuer, holders) {
      await loadLarge(pool, { issuer: BigInt(issuer), holders, certificates: holders * 10, seed: 1 });
    },
    async start() {
      const began = performance.now();
      const program = fork(new URL('../../registry/main.ts', import.meta.url), [], {
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          REGISTRY_DATABASE_URL: databaseUrl,
          REGISTRY_PORT: '0',
          REGISTRY_RATE_PER_SECOND: '9999999',
          REGISTRY_METRICS_TOKEN: metricsToken,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [message] = await Promise.race([
        once(program, 'message'),
        once(program, 'exit').then(() => {
          throw new Error('The registry ended before it was ready.');
        }),
      ]);
      const readyMs = performance.now() - began;
      const url = (message as { baseUrl: string }).baseUrl;
      return {
        url,
        pid: program.pid ?? 0,
        readyMs,
        headers: { authorization: `Bearer ${await tokenOf(url)}` },
        async stop() {
          const ended = once(program, 'exit');
          program.kill('SIGTERM');
          await ended;
        },
      };
    },
    async release() {
      await pool.end();
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(`${url}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: benchSecret,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
