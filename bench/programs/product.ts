// Starts the built dashboard over its own store, with sessions of new users.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Role } from '#lib/access/roles';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { addUser } from '#lib/session/accounts/accounts';
import { prepareStore } from '#lib/session/prepare-store';
import { startSession } from '#lib/session/sessions';
import { type Program, startServer } from './bare-handler.ts';

export type Product = Program & {
  pool: Pool;
  /** The session of a new user as a Cookie header. */
  cookieOf: (role: Role, issuers: readonly number[]) => Promise<string>;
};

/** The built dashboard over its own store, in front of the registry at `registry`. */
export async function startProduct(registry: string, secret = 'bench-secret'): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-bench-'));
  const server = await openTestServer(dataDir);
  const urls = await server.ensureDatabase('dashboard', 'audit_keeper');
  const storeUrl = urls.url;
  await prepareStore(urls, { demo: false });
  const pool = openPool(storeUrl, { max: 2, applicationName: 'sharebook bench' });
  const program = await startServer({
    DATABASE_URL: storeUrl,
    DATA_DIR: dataDir,
    REGISTRY_BASE_URL: registry,
    REGISTRY_CLIENT_ID: 'bench',
    REGISTRY_CLIENT_SECRET: secret,
  });
  let users = 0;
  return {
    ...program,
    pool,
    async cookieOf(role, issuers) {
      users += 1;
      const email = `person${users}@bench.example`;
      const id = await withTransaction(pool, (client) =>
        addUser(client, { email, name: `Bench Person ${users}`, role, issuers, password: null }),
      );
      return `sharebook.session=${await startSession(pool, id, { address: null, userAgent: null })}`;
    },
    async stop() {
      await program.stop();
      await pool.end();
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
