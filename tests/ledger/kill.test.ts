import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerHolder } from '../../registry/ledger/holders.ts';
import { openClass, openIssuer } from '../../registry/ledger/issuers.ts';
import { openAccount } from '../../registry/ledger/notes.ts';
import { alone, type Bench, proof, startBench } from './database.ts';

/** Moments of the kill after the writer's first acknowledgment, in ms; four trials, two with pipelined statements. */
const trials: [number, string][] = [
  [40, 'plain'],
  [170, 'pipelined'],
  [310, 'plain'],
  [95, 'pipelined'],
];

let bench: Bench;
let pool: Pool;
let url: string;
let issuerId: bigint;
let classId: bigint;
const holders: bigint[] = [];
const folder = mkdtempSync(join(tmpdir(), 'kill-'));
const file = join(folder, 'acknowledged');

beforeAll(async () => {
  bench = await startBench();
  ({ pool, url } = await bench.open('kill'));
  issuerId = await alone(pool, openIssuer, { customerId: 1n, name: 'Kill Example Inc.', kind: 'test' });
  const recordedAt = '2026-01-02T12:00:00Z';
  const opened = { openedOn: '2026-01-02', authority: 'Charter', recordedAt };
  classId = await alone(pool, openClass, {
    issuerId,
    code: 'C',
    name: 'Common',
    authorized: 1_000_000_000n,
    paperPrefix: 'CS',
    ...opened,
  });
  for (const name of ['ALPHA', 'BETA']) {
    const holderId = await alone(pool, registerHolder, {
      customerId: name,
      name,
      sortName: name,
      accountType: 'Individual',
      accessCode: 'AAAA-0000',
      primary: { address1: '1 A ST', city: 'ALBANY', country2Code: 'US', country: 'United States' },
      recordedAt,
    });
    await alone(pool, openAccount, { issuerId, holderId, openedOn: '2026-01-02' });
    holders.push(holderId);
  }
});

afterAll(async () => {
  await bench?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function writeAndKill(afterMs: number, mode: string): Promise<number> {
  const before = acknowledged().length;
  const words = [url, issuerId, classId, ...holders, file, mode].map(String);
  const script = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (acknowledged().length === before) {
    if (child.exitCode !== null) throw new Error(`The writer ended by itself: ${complaint}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGKILL');
  await ended;
  return acknowledged().length - before;
}

/** Whole lines only: the last one may have been cut by the kill. */
function acknowledged(): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

test.each(trials)('a writer killed %i ms on loses nothing it was told (%s)', async (afterMs, mode) => {
  expect(await writeAndKill(afterMs, mode)).toBeGreaterThan(0);
  // The killed connection's transaction ends by itself; until then its certificates are invisible anyway.
  const { rows } = await pool.query(
    `select t.id, t.kind, t.status,
            array(select c.id from certificate c where c.issuer_id = t.issuer_id and c.canceled_txn = t.id order by 1) as gone,
            array(select c.id from certificate c where c.issuer_id = t.issuer_id and c.issued_txn = t.id order by 1) as made
       from txn t where t.issuer_id = $1`,
    [issuerId],
  );
  const stored = new Map(rows.map((row) => [String(row.id), row]));
  for (const line of acknowledged()) {
    const [kind, id, gone, made] = line.split(' ') as [string, string, string, string];
    const row = stored.get(id);
    expect(row, line).toMatchObject({ kind: kind === 'issue' ? 'N' : 'T', status: 'Completed' });
    expect(row.gone.join(','), line).toBe(gone);
    expect(row.made.join(','), line).toBe(made);
  }
  // Nothing half made: an issuance has one certificate, a transfer one canceled and two issued.
  for (const row of rows) {
    expect([row.gone.length, row.made.length]).toEqual(row.kind === 'N' ? [0, 1] : [1, 2]);
  }
  expect(rows.length - acknowledged().length).toBeLessThanOrEqual(trials.length);
  expect(await proof(pool)).toEqual([]);
});
