// Databases with the registry's tables for a test file, and the violations of their invariants.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { migrate } from '#lib/postgres/migrate';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { violations } from '#registry/ledger/invariants/run';
import { distributeOnCitus } from '#tests/database/distributed';

export type Database = { url: string; pool: Pool };

export type TestDatabases = {
  /** A new database with the registry's tables. */
  open(name: string): Promise<Database>;
  close(): Promise<void>;
};

/** Separate databases for one test file. */
export async function openTestDatabases(): Promise<TestDatabases> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ledger-'));
  const server = await openTestServer(dataDir);
  const pools: Pool[] = [];
  return {
    async open(name) {
      await server.ensureDatabase(name);
      const url = server.urlFor(name);
      await migrate(url, new URL('../../registry/db/migrations/', import.meta.url));
      const owner = openPool(url, { max: 1, applicationName: 'ledger test' });
      await distributeOnCitus(owner).finally(() => owner.end());
      const pool = openPool(url, { max: 4, applicationName: 'ledger test' });
      pools.push(pool);
      return { url, pool };
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a ledger function in its own transaction. */
export function alone<Input, Output>(
  pool: Pool,
  verb: (tx: PoolClient, input: Input) => Promise<Output>,
  input: Input,
): Promise<Output> {
  return withTransaction(pool, (tx) => verb(tx, input));
}

/** Every violation as one line; empty when the books are consistent. */
export async function proof(pool: Pool, issuerId?: bigint): Promise<string[]> {
  const lines: string[] = [];
  for await (const found of violations(pool, issuerId)) {
    lines.push(`${found.invariant} ${found.issuerId} ${found.object}: ${found.sentence}`);
  }
  return lines;
}
