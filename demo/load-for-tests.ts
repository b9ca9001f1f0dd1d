// Loads the demo's books into a database for a test file, with SQL that several tests use.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { migrate } from '#lib/postgres/migrate';
import { openPool } from '#lib/postgres/pool';
import { openDemoServer } from './cluster-for-tests.ts';
import { demoLastDay, loadDemo } from './demo.ts';

/** Certificates outstanding on the last day, with their holder, class and issuer. */
export const positions = `
  select c.holder_id, c.shares, c.restriction, c.is_treasury, h.is_nominee, h.account_type, h.bad_address_since,
         k.name as class, i.customer_id
    from certificate c join issuer i on i.id = c.issuer_id
    join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
    join holder h on h.id = c.holder_id
   where c.canceled_on = '9999-12-31'`;

export type Loader = {
  /** The demo in a database of that name: `registry` may be a copy of what another file loaded, others are loaded anew. */
  load(name: string): Promise<Pool>;
  close(): Promise<void>;
};

/** A database server for one test file. */
export async function startLoader(): Promise<Loader> {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  const server = await openDemoServer(dataDir);
  const pools: Pool[] = [];
  return {
    async load(name) {
      await server.ensureDatabase(name);
      await migrate(server.urlFor(name), new URL('../registry/db/migrations/', import.meta.url));
      const pool = openPool(server.urlFor(name), { max: 3, applicationName: 'demo test' });
      pools.push(pool);
      await loadDemo(pool, { lastDay: demoLastDay });
      return pool;
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
