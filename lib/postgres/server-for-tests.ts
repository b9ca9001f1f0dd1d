import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hasCitus } from './citus.ts';
import { startEmbedded } from './embedded/start.ts';
import type { DatabaseUrls } from './roles.ts';

/** A PostgreSQL server on which one test file creates its own databases. */
export type TestServer = {
  /** Whether it is the one REGISTRY_DATABASE_URL names: no superuser, and no processes or files of ours. */
  outside: boolean;
  /** As a role with all rights there. */
  urlFor(database: string): string;
  /** The database as our programs connect to it; an external server has one role for all. */
  ensureDatabase(name: string, keeper?: string): Promise<DatabaseUrls>;
  /** Drops the databases, or stops the server. Pools must have ended. */
  release(): Promise<void>;
};

/**
 * The server named by `given` or REGISTRY_DATABASE_URL, whose role must be allowed to create databases, else an embedded
 * one below `dataDir`. Database names are made unique there, so that many test files and runs can share one
 * server. Where that address is a Citus coordinator, databases are made on all its nodes.
 */
export async function openTestServer(
  dataDir: string,
  given = process.env.REGISTRY_DATABASE_URL,
): Promise<TestServer> {
  if (!given) return { outside: false, ...(await startEmbedded({ dataDir })) };
  const prefix = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const made = new Set<string>();
  const nameOf = (database: string) => `${prefix}_${database}`;
  // Not with URL, which rejects libpq's form for a socket folder because it has no host.
  const named = (url: string, database: string) =>
    url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`);
  const urlFor = (database: string) => named(given, nameOf(database));
  const nodes = await nodesOf(given);
  const everyNode = () => [
    given,
    ...nodes.flatMap((node) =>
      node.isCoordinator ? [] : [given.replace(/@[^/?]*/, `@${node.host}:${node.port}`)],
    ),
  ];
  return {
    outside: true,
    urlFor,
    async ensureDatabase(database) {
      const urls = { url: urlFor(database), ownerUrl: null };
      if (made.has(database)) return urls;
      made.add(database);
      const name = nameOf(database);
      for (const url of everyNode()) {
        await run(
          url,
          `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
        );
        if (nodes.length > 0) await run(named(url, name), 'create extension citus');
      }
      for (const { isCoordinator, host, port } of nodes) {
        const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
        await run(urls.url, `select ${add}('${host}', ${port})`);
      }
      return urls;
    },
    async release() {
      for (const database of made) {
        for (const url of everyNode()) await dropped(url, nameOf(database));
      }
      made.clear();
    },
  };
}

type CitusNode = { host: string; port: number; isCoordinator: boolean };

/** The nodes of a Citus cluster, coordinator first, if the database of this address is on one; else none. */
async function nodesOf(url: string): Promise<CitusNode[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await hasCitus(client))) return [];
    const { rows } = await client.query<CitusNode>(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

const notPermitted = '42501';
const triesMax = 60;

/** Autovacuum may be connected. A role that is not superuser cannot end it, but it ends by itself. */
async function dropped(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run(url, `drop database ${name} with (force)`);
    } catch (error) {
      if ((error as { code?: string }).code !== notPermitted || tries === triesMax) throw error;
      await pause(500);
    }
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
