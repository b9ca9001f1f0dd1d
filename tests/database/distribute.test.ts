import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointIds, endpointOf } from '#lib/contract/index';
import { encodeRequest } from '#lib/contract/wire/index';
import { dumpDatabase } from '#lib/postgres/backup/dump';
import { restoreDatabase } from '#lib/postgres/backup/restore';
import { migrate } from '#lib/postgres/migrate';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { clockIn } from '#registry/clock';
import { distribute } from '#registry/db/distribute';
import { registryRequester } from '#registry/items/registry-requester';
import { postItems } from '#registry/items/take-steps';
import { createOrUpdateHolder } from '#registry/ledger/holders/change-holder';
import { issueInBatch } from '#registry/ledger/issuance/issue-in-batch';
import { isServed } from '#registry/operations/index';
import { proof } from '#tests/ledger/database';
import { carryOut, readyItem, saleContent, someCertificate } from '../registry/agent/items.ts';
import { basePath, bootRegistry, type Registry } from '../registry/boot.ts';
import { command } from '../registry/command.ts';
import { holderBody, issuanceBody, writes } from '../registry/writes/write-bodies.ts';
import { explaining } from './plans.ts';

const timeout = 300_000;
const coordinator = process.env.CITUS_DATABASE_URL;
const keys = `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conrelid::regclass::text !~ '^pg_|_\\d{6}$' order by 1, 2`;

/** Whether a file arrives; while it is made, an error ends the transfer. */
async function isWhole(download: () => Promise<Response>): Promise<boolean> {
  try {
    const response = await download();
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A database with the registry's tables on the server that `url` names, else on an embedded one. */
async function withTables(url: string | undefined, work: (pool: Pool) => Promise<void>): Promise<void> {
  if (url) process.env.REGISTRY_DATABASE_URL = url;
  const dataDir = mkdtempSync(join(tmpdir(), 'distribute-'));
  const server = await openTestServer(dataDir);
  try {
    await server.ensureDatabase('books');
    await migrate(server.urlFor('books'), new URL('../../registry/db/migrations/', import.meta.url));
    const pool = openPool(server.urlFor('books'), { max: 2, applicationName: 'distribute test' });
    await work(pool).finally(() => pool.end());
  } finally {
    await server.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

test.skipIf(process.env.REGISTRY_DATABASE_URL)('one server is refused in a sentence', async () => {
  await withTables(undefined, async (pool) => {
    await expect(distribute(pool, { isDryRun: false })).rejects.toThrow(
      /^The database "books" has no Citus extension: install it on every node, .*\.$/,
    );
  });
});

describe.skipIf(!coordinator)('on a Citus coordinator (skipped without CITUS_DATABASE_URL)', () => {
  test('a run that ends in the middle is continued, and every key is back', { timeout }, async () => {
    await withTables(coordinator, async (pool) => {
      const { rows: before } = await pool.query(keys);
      const planned = await distribute(pool, { isDryRun: true });
      expect((await pool.query(keys)).rows).toEqual(before);
      const onStep = (step: string) => {
        if (step.startsWith('certificate:')) throw new Error('Cut off.');
      };
      await expect(distribute(pool, { isDryRun: false, onStep })).rejects.toThrow('Cut off.');
      expect((await pool.query(keys)).rows.length).toBeLessThan(before.length);
      const rest = await distribute(pool, { isDryRun: false });
      expect(rest.steps.length).toBeLessThan(planned.steps.length);
      expect((await pool.query(keys)).rows).toEqual(before);
      expect(await distribute(pool, { isDryRun: false })).toEqual({ steps: [] });
    });
  });

  describe('the demo books', () => {
    let registry: Registry;
    beforeAll(async () => {
      process.env.REGISTRY_DATABASE_URL = coordinator;
      registry = await bootRegistry();
    }, timeout);
    afterAll(() => registry?.stop());

    test('a second run of the command finds every table in its place', async () => {
      expect(await command(() => registry, 'registry/distribute')([])).toEqual({
        status: 0,
        out: 'Every table is in its place.\n',
        err: '',
      });
    });

    test('writes of the interface and a step-by-step item take effect, and the books are in proof', {
      timeout,
    }, async () => {
      const { hold, issue } = writes(() => registry);
      const shareholder = holderBody({ customerShareholderId: 'D-1' });
      expect((await hold(shareholder)).body).toMatchObject({ action: 'Create' });
      const certificates = [100, 200].map((shares) => ({ shares, restrictionCode: null }));
      for (const customerIssuerId of [1001, 1004]) {
        const body = issuanceBody({
          customerIssuerId,
          shareholder,
          certificates,
          idempotencyId: `D-${customerIssuerId}`,
        });
        expect((await issue(body)).status).toBe(200);
        expect((await issue(body)).status).toBe(409);
      }
      expect((await hold({ ...shareholder, name: 'JOHN B SAMPLE' })).body).toMatchObject({
        action: 'Update',
      });
      const source = await someCertificate(registry, 1008);
      expect(await carryOut(registry, 1008, await saleContent(registry, source, 100))).toMatchObject({
        stage: 'Posted',
      });
      // Issuer 1005 is out of proof by the demo's own record difference.
      const { status, out } = await command(() => registry, 'registry/check')([]);
      expect(status).toBe(1);
      expect(out.trimEnd().split('\n').at(-1)).toBe('No invariant is violated; out of proof: issuer 1005');
    });

    test('a backup has every row: restored and distributed again, another backup is the same', {
      timeout,
    }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'distributed-backup-'));
      const backup = async (from: Pool, name: string) => {
        const file = join(folder, name);
        const { tables } = await dumpDatabase(from, 'registry', createWriteStream(file), new Date());
        return { file, tables };
      };
      try {
        const first = await backup(registry.database.pool, 'first');
        await withTables(coordinator, async (pool) => {
          await restoreDatabase(pool, 'registry', createReadStream(first.file));
          await distribute(pool, { isDryRun: false });
          expect((await backup(pool, 'second')).tables).toEqual(first.tables);
        });
        expect(first.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(40);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('every read and file of one issuer is made from its shard', { timeout }, async () => {
      // Citus then refuses a statement that it would send to several shards. Files are made over connections of their own.
      const setting = 'citus.multi_task_query_log_level';
      const databaseUrl = `${registry.database.url}?options=${encodeURIComponent(`-c ${setting}=error`)}`;
      const max = 4;
      const pool = openPool(registry.database.url, { max, applicationName: 'one shard test' });
      pool.options.idleTimeoutMillis = 0;
      const server = await registry.another({ pool, databaseUrl });
      const spread: string[] = [];
      try {
        // After the start, which looks at all shards.
        const clients = await Promise.all(Array.from({ length: max }, () => pool.connect()));
        for (const client of clients) {
          await client.query(`set ${setting} = 'error'`);
          client.release();
        }
        await expect(pool.query('select count(*) from txn')).rejects.toThrow('multi-task query');
        const headers = {
          authorization: `Bearer ${await registry.tokenFor('demo-agent')}`,
          'content-type': 'application/json',
        };
        const send = (url: string, options: RequestInit = {}) => fetch(url, { ...options, headers });
        for (const id of endpointIds) {
          const endpoint = endpointOf(id);
          if (!isServed(id) || !(endpoint.kind === 'read' || endpoint.kind === 'generate')) continue;
          const request = endpoint.example.request ?? {};
          if (!Object.keys(request).some((name) => /^customerIssuerId$/i.test(name))) continue;
          const { method, path, search, body } = encodeRequest(endpoint, request);
          const origin = `http://127.0.0.1:${server.port}`;
          const response = await send(`${origin}${basePath}${path}${search}`, { method, body });
          const text = await response.text();
          const file = /"downloadUrl":"[^"]*(\/api\/[^"]*)"/.exec(text)?.[1];
          const isMade = !file || (await isWhole(() => send(`${origin}${basePath}${file}`)));
          if (response.status >= 500 || !isMade) spread.push(`${id}: ${response.status}`);
        }
      } finally {
        await server.close(1000);
        await pool.end();
      }
      expect(spread).toEqual([]);
    });

    test('every statement of a write goes to one shard, but for the listed ones', { timeout }, async () => {
      const { pool } = registry.database;
      const recorder = explaining(pool);
      const clock = clockIn('America/New_York', new Date('2026-11-20T15:00:00Z'));
      const requested = { clientId: 'demo-agent', at: clock.now().toISOString() };
      const by = { email: 'robin@agent.example', firstName: 'Robin', lastName: 'Okafor' };
      const holder = (name: string) => ({
        ...{ customerId: 'D-2', name, sortName: name, accountType: 'Individual' },
        ...{ primaryTaxId: '900-01-0002', primaryTaxIdType: 'SSN' as const, primaryPayeeName: null, by },
        primary: {
          address1: '12 Lantern Row',
          city: 'Dayton',
          state: 'OH',
          postalCode: '45402',
          country2Code: 'US',
        },
      });
      const register = (name: string) =>
        withTransaction(recorder.pool, (tx) =>
          createOrUpdateHolder(tx, holder(name), requested, () => undefined),
        );
      await register('ALPHA SAMPLE');
      for (const customerIssuerId of [1001n, 1004n]) {
        const day = '2026-11-20';
        const entry = {
          receivedOn: day,
          effectiveOn: day,
          completedOn: day,
          processedAt: requested.at,
          createdBy: by,
        };
        const certificate = { holder: 0, restriction: 'N' as const, lots: [] };
        await issueInBatch(recorder.pool, {
          requested,
          mayUse: () => undefined,
          recordPending: undefined,
          request: {
            clientId: 'demo-agent',
            endpoint: 'CreateNewIssuance',
            key: `P-${customerIssuerId}`,
            hash: '',
          },
          resultOf: () => '{}',
          usedKey: () => new Error('used'),
          noIssuer: () => new Error('none'),
          isResponse: () => false,
          instruction: {
            ...{
              customerIssuerId,
              mayOpenIssuer: false,
              form: 'BookEntry',
              notBefore: day,
              staysPending: false,
            },
            requested: { code: undefined, series: undefined },
            holders: [holder('ALPHA SAMPLE')],
            certificates: [
              { ...certificate, shares: 10n },
              { ...certificate, shares: 20n },
            ],
            entry: { ...entry, isPresented: false, authority: 'Test', comments: '', chargeAmount: '0' },
          },
        });
      }
      await register('BETA SAMPLE');
      const source = await someCertificate(registry, 1008);
      const ready = await readyItem(registry, 1008, await saleContent(registry, source, 100));
      await withTransaction(recorder.pool, (tx) =>
        postItems(
          tx,
          source.issuerId,
          [{ itemId: BigInt(ready.itemId), version: ready.version }],
          registryRequester(clock, '16:00'),
          { acknowledged: ready.obstacles ?? [], rule: 'all' },
        ),
      );
      expect(recorder.seen.size).toBeGreaterThan(30);
      // docs/scaling.md, "What crosses shards".
      const listed = [/^select a\.holder_id, i\.id, i\.customer_id from account a join issuer i/];
      const others = recorder.spread.filter(({ text }) => !listed.some((one) => one.test(text)));
      expect(others).toEqual([]);
      expect(recorder.spread.length).toBeGreaterThan(0);
      expect(await proof(pool, source.issuerId)).toEqual([]);
    });
  });
});
