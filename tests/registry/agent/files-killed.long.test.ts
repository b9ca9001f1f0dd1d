/** @module-tag long */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addClient } from '#registry/access/clients';
import { proof } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { number } from '../import/workbook.ts';
import { type Program, startProgram } from '../writes/kill-program.ts';
import { csvOf, issuance } from './bulk-sheets.ts';
import { clerk, operator } from './items.ts';
import { type Answer, exampleOf, registersAt } from './registers.ts';

/** Smaller while working on it: BULK_ROWS=500. */
const rowCount = Number(process.env.BULK_ROWS ?? 20_000);
/** Positions of a register that is killed while it is posted. */
const positionCount = Number(process.env.REGISTER_POSITIONS ?? 4_000);
const trials = Number(process.env.KILL_TRIALS ?? 5);
const clientId = 'killed-files';

const never = 2 ** 31 - 1;
/** It has another data folder than the program that is killed, so it must not take up that one's work. */
const registry = registryOfFile({ sweepEveryMs: never });
let program: Program | undefined;
afterAll(() => program?.kill());

/** A registry of its own process over the books of this file, on the demo's last day. */
async function start(): Promise<Program> {
  const { database, dataDir } = registry();
  if (!program) {
    const client = { id: clientId, secret: `${clientId}-secret`, scope: 'agent', issuers: 'all' } as const;
    await withTransaction(database.pool, (db) => addClient(db, client, new Date()));
  }
  program = await startProgram({
    ...{ url: database.url, dataDir: join(dataDir, 'killed'), clientId },
    env: { NODE_ENV: 'test', REGISTRY_CLOCK: '2026-11-20T15:00:00Z', REGISTRY_APPROVAL: 'all' },
  });
  return program;
}

/** The operations on files at whatever program runs now. */
const at = registersAt((path, options) => program!.call(path, options));
// biome-ignore lint/suspicious/noExplicitAny: rows are read loosely and compared as a whole.
const rowsOf = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await registry().database.pool.query(sql, values)).rows;

async function checkedBulk(bytes: Uint8Array): Promise<Answer['body']> {
  const body = { actor: clerk, name: 'grants.csv', bytes: bytes.length, kind: 'Bulk' };
  const created: Answer = await program!.call(at.at('/create'), { body });
  const uploaded = await at.part(created.body.registerFileId, 0, bytes, clerk);
  return at.done('check', uploaded.body, clerk);
}

/** Waits until so many rows have a result. */
async function rowsDone(registerFileId: number, count: number): Promise<number> {
  for (;;) {
    const [{ done }] = await rowsOf(
      `select count(*)::int as done from bulk_row where file_id = $1 and state <> 'Waiting'`,
      [registerFileId],
    );
    if (done >= count) return done;
    await pause(20);
  }
}

test(`a sheet of ${rowCount} issuances, killed twice and sent again: each row is posted exactly once`, {
  timeout: 1_800_000,
}, async () => {
  await start();
  const [{ account }] = await rowsOf(
    `select h.customer_id as account from holder h join account a on a.holder_id = h.id
       join issuer i on i.id = a.issuer_id
      where i.customer_id = 1001 and h.account_type = 'Individual' and a.role = 'holder' order by h.id limit 1`,
  );
  const sheet = csvOf(
    'issuances',
    Array.from({ length: rowCount }, (_, row) =>
      issuance('killed', account, { shares: '1', comments: `Row ${row}` }),
    ),
  );
  const stored = () =>
    rowsOf(
      `select count(distinct t.id)::int as count, count(distinct t.comments)::int as rows, count(c.id)::int as certificates
         from txn t left join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id
        where t.comments like 'Batch killed.%'`,
    );
  const file = await checkedBulk(sheet);
  expect(file).toMatchObject({ counts: { stop: 0, error: 0, warning: 0 }, results: { Waiting: rowCount } });
  const approved = await at.step('approve', file, operator);
  expect((await at.step('post', approved.body, operator)).status).toBe(200);
  for (const part of [0.2, 0.6]) {
    await rowsDone(file.registerFileId, rowCount * part);
    await program!.kill();
    // The process that posted may still be at its last statement.
    await pause(500);
    const [{ done }] = await rowsOf(
      `select count(*)::int as done from bulk_row where file_id = $1 and state = 'Posted'`,
      [file.registerFileId],
    );
    expect(done).toBeLessThan(rowCount);
    // What is in the books has its result, and the reverse.
    expect(await stored()).toEqual([{ count: done, rows: done, certificates: done }]);
    await start();
  }
  const posted = await at.settled(file.registerFileId);
  expect(posted).toMatchObject({ state: 'Posted', problem: '', results: { Posted: rowCount, Waiting: 0 } });
  const all = { count: rowCount, rows: rowCount, certificates: rowCount };
  expect(await stored()).toEqual([all]);

  const again = await checkedBulk(sheet);
  const { body } = await at.step('approve', again, operator);
  const repeated = await at.done('post', body, operator);
  expect(repeated).toMatchObject({ state: 'Posted', results: { AlreadyThere: rowCount, Posted: 0 } });
  expect(await stored()).toEqual([all]);
  const check = await command(registry, 'registry/check')(['--issuer', '1001']);
  expect([check.status, check.err, check.status === 0 ? '' : check.out]).toEqual([0, '', '']);
});

/** A register with many positions, under a number of its own. */
const registerOf = (issuer: number) =>
  exampleOf(`${issuer}`, (book) => {
    const positions = book.rows.Positions!;
    const like = Object.values(positions).find((row) => row.A === 'Series A')!;
    const first = Object.keys(positions).length + 1;
    for (let index = 0; index < positionCount; index += 1)
      positions[first + index] = { ...like, E: `${10_000 + index}`, F: '1' };
    for (const row of Object.values(book.rows['Control totals']!))
      if (row.A === 'Series A' && row.B === 'Outstanding') row.C = number(`${1_000 + positionCount}`);
  });

test(`a register, killed ${trials} times while it is posted: nothing of it is there, or the whole`, {
  timeout: 300_000 + trials * 60_000,
}, async () => {
  if (!program) await start();
  const seen = { nothing: 0, whole: 0 };
  let usualMs = 0;
  for (let trial = 0; trial <= trials; trial += 1) {
    const issuer = 2400 + trial;
    const file = await at.checkedOf(clerk, await registerOf(issuer));
    expect(file).toMatchObject({ customerIssuerId: issuer, counts: { stop: 0, error: 0, warning: 0 } });
    const approved = await at.step('approve', file, operator);
    const begun = Date.now();
    expect((await at.step('post', approved.body, operator)).status).toBe(200);
    const books = () =>
      rowsOf(
        `select i.id, count(distinct c.id)::int as certificates, count(distinct v.id)::int as conversions
           from issuer i
           left join certificate c on c.issuer_id = i.id
           left join conversion v on v.issuer_id = i.id
          where i.customer_id = $1 group by i.id`,
        [issuer],
      );
    if (trial > 0) {
      // From early in the check before posting until about its end.
      await pause(usualMs * (0.3 + (0.7 * trial) / trials));
      await program!.kill();
      await pause(500);
      const left = await books();
      const { state } = (
        await rowsOf('select state from register_file where id = $1', [file.registerFileId])
      )[0];
      if (left.length === 0) {
        seen.nothing += 1;
        expect(state).toBe('Approved');
        // No row of its holders either.
        const [{ holders }] = await rowsOf(
          'select count(*)::int as holders from holder where customer_id like $1',
          [`${issuer}-%`],
        );
        expect(holders).toBe(0);
      } else {
        seen.whole += 1;
        // The first may have been measured on a busier machine: the next kill comes earlier.
        usualMs /= 2;
        expect([state, left]).toEqual([
          'Posted',
          [{ id: left[0].id, certificates: 120 + positionCount, conversions: 1 }],
        ]);
      }
      await start();
    }
    const posted = await at.settled(file.registerFileId);
    if (trial === 0) usualMs = Date.now() - begun;
    expect(posted).toMatchObject({ state: 'Posted', problem: '' });
    const whole = await books();
    expect(whole).toEqual([{ id: whole[0].id, certificates: 120 + positionCount, conversions: 1 }]);
    expect(await proof(registry().database.pool, whole[0].id)).toEqual([]);
  }
  // Unless kills left a register that was not posted yet, nothing was tested.
  expect(seen.nothing, JSON.stringify(seen)).toBeGreaterThan(0);
});
