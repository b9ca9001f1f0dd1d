/** @module-tag long */
import { exec } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addClient } from '#registry/access/clients';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { openBooks } from '#tests/ledger/kill-books';
import { command } from '../registry/command.ts';
import { type Program, startProgram, writerId } from '../registry/writes/kill-program.ts';
import { holderBody, issuanceBody, issuancePath } from '../registry/writes/write-bodies.ts';

const run = promisify(exec);
const coordinator = process.env.CITUS_DATABASE_URL;
/** Shell commands for a worker of that coordinator: one kills all its processes, the other returns when it is up again. */
const { CITUS_KILL_WORKER: killWorker, CITUS_START_WORKER: startWorker } = process.env;

const trials = Number(process.env.KILL_TRIALS ?? 20);
const issuancesPerTrial = 100;
const writers = 6;
const momentMaxMs = 1_000;
/** On the shards of both workers. */
const issuers = [1, 2, 3, 4];
/** The registry's process runs on the real clock. */
const processDate = new Date().toISOString().slice(0, 10);

describe.skipIf(!coordinator || !killWorker || !startWorker)(
  'a worker of Citus (skipped without CITUS_DATABASE_URL, CITUS_KILL_WORKER and CITUS_START_WORKER)',
  () => {
    let databases: TestDatabases;
    let pool: Pool;
    let url: string;
    let program: Program;
    const dataDir = mkdtempSync(join(tmpdir(), 'worker-killed-'));

    beforeAll(async () => {
      process.env.REGISTRY_DATABASE_URL = coordinator;
      databases = await openTestDatabases();
      ({ pool, url } = await databases.open('worker_killed'));
      for (const issuer of issuers) await openBooks(pool, BigInt(issuer));
      const client = { id: writerId, secret: `${writerId}-secret`, scope: 'write', issuers: 'all' } as const;
      await withTransaction(pool, (db) => addClient(db, client, new Date()));
      program = await startProgram({ url, dataDir });
    }, 300_000);

    afterAll(async () => {
      await program?.kill();
      await databases?.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const bodyOf = (at: number) => {
      const issuer = issuers[at % issuers.length];
      // Every fifth registers its holder in the same transaction.
      const customerShareholderId = at % 5 === 0 ? `NEW ${at}` : `ALPHA ${issuer}`;
      return issuanceBody({
        idempotencyId: `issuance ${at}`,
        customerIssuerId: issuer,
        effectiveDate: null,
        processDate,
        comments: `issuance ${at}`,
        certificates: [{ shares: 1, restrictionCode: null }],
        shareholder: holderBody({ customerShareholderId }),
      });
    };

    /** Sends an issuance until the registry answers that it has it; counts answers that left that open. */
    async function issue(at: number): Promise<{ status: number; unknown: number }> {
      for (let unknown = 0; ; unknown += 1) {
        const response = await program.post(issuancePath, bodyOf(at));
        if (response?.status === 200 || response?.status === 409) return { status: response.status, unknown };
        if (response && response.status < 500) throw new Error(`${at}: ${response.status} ${response.text}`);
        await pause(50);
      }
    }

    /** Commits or rolls back what a killed worker has prepared. A connection to it from before the kill fails once. */
    async function recover(): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        try {
          await pool.query('select recover_prepared_transactions()');
          return;
        } catch (error) {
          if (tries === 20) throw error;
          await pause(200);
        }
      }
    }

    test(`killed ${trials} times during issuances: each takes effect once, and nothing stays prepared`, {
      timeout: 60_000 + trials * 120_000,
    }, async () => {
      let next = 0;
      let unknownCount = 0;
      for (let trial = 1; trial <= trials; trial += 1) {
        const stream = Array.from({ length: writers }, async () => {
          while (next < trial * issuancesPerTrial) {
            const at = next++;
            const { status, unknown } = await issue(at);
            // 409 is right only where an answer was missing before.
            if (unknown === 0) expect([at, status]).toEqual([at, 200]);
            unknownCount += unknown;
          }
        });
        const ended = Promise.all(stream);
        await pause(Math.random() * momentMaxMs);
        await run(killWorker!);
        await pause(Math.random() * momentMaxMs);
        await run(startWorker!);
        await recover();
        await ended;
      }
      await recover();
      const { rows: prepared } = await pool.query(
        `select nodeid, result from run_command_on_all_nodes(
           $$select count(*) from pg_prepared_xacts where database = current_database()$$)`,
      );
      expect(prepared.length).toBeGreaterThan(1);
      expect(prepared.map(({ result }) => result)).toEqual(prepared.map(() => '0'));
      const { rows } = await pool.query(
        `select t.comments, count(*)::int as certificates from txn t
           join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id group by t.issuer_id, t.id, t.comments`,
      );
      expect(rows.map(({ comments }) => comments).toSorted()).toEqual(
        Array.from({ length: next }, (_, at) => `issuance ${at}`).toSorted(),
      );
      expect(rows.every(({ certificates }) => certificates === 1)).toBe(true);
      const { rows: keys } = await pool.query('select count(*)::int as n from idempotency_key');
      expect(keys).toEqual([{ n: next }]);
      const where = { DATA_DIR: dataDir, REGISTRY_DATABASE_URL: url, REGISTRY_CLOCK: '' };
      expect(await command(() => ({ where }), 'registry/check')([])).toMatchObject({ status: 0, err: '' });
      // Unless writes were interrupted, nothing was tested.
      expect(unknownCount).toBeGreaterThan(trials / 2);
    });
  },
);
