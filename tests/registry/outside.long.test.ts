/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#lib/postgres/embedded/start';
import { openPool } from '#lib/postgres/pool';
import { books } from './books.ts';
import { registryOfFile } from './boot.ts';
import { clients } from './tokens/clients.ts';

// An external server, with an ordinary role: no superuser, only the right to create databases. The whole suite
// runs on such a server with REGISTRY_DATABASE_URL (docs/decisions/layout.md); this part always runs.
let server: Embedded;
let dataDir: string;
const given = process.env.REGISTRY_DATABASE_URL;

beforeAll(async () => {
  if (given) return;
  dataDir = mkdtempSync(join(tmpdir(), 'outside-'));
  server = await startEmbedded({ dataDir });
  const url = server.urlFor('postgres');
  const owner = openPool(url, { max: 1, applicationName: 'outside test' });
  await owner.query('create role plain login createdb');
  await owner.end();
  process.env.REGISTRY_DATABASE_URL = url.replace(/\/\/[^@]*@/, '//plain@');
});

afterAll(async () => {
  if (given) return;
  process.env.REGISTRY_DATABASE_URL = '';
  await server?.release();
  rmSync(dataDir, { recursive: true, force: true });
});

// After the hooks above: it starts later, and hooks end in reverse order.
const registry = registryOfFile();

test('the registry runs with a role without special rights', async () => {
  const { rows } = await registry().database.pool.query(
    'select rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
});

describe('books', () => books(registry));
describe('clients', () => clients(registry));
