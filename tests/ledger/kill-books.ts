// Kill tests of the ledger: their issuer, writer processes, and what must hold after each kill.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { openAccount } from '#registry/ledger/core/record-verbs';
import { registerHolder } from '#registry/ledger/holders/holders';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { alone, proof } from './database.ts';

/** Twenty kills in every test run; KILL_TRIALS=500 for more. Kills writers, or writers and server together. */
const trials = Number(process.env.KILL_TRIALS ?? 20);
export const serverTrials = Math.ceil(trials / 2);
export const writerTrials = trials - serverTrials;

/** What a writer needs: an issuer with one class and two holders. */
export type Books = { issuerId: bigint; classId: bigint; holders: bigint[] };

/** An issuer to write to, created by the ledger functions. */
export async function openBooks(pool: Pool, customerId = 1n): Promise<Books> {
  const issuerId = await alone(pool, openIssuer, { customerId, name: 'Kill Example Inc.', kind: 'test' });
  const recordedAt = '2026-01-02T12:00:00Z';
  const opened = { openedOn: '2026-01-02', authority: 'Charter', recordedAt };
  const classId = await alone(pool, openClass, {
    issuerId,
    code: 'C',
    name: 'Common',
    authorized: 1_000_000_000n,
    paperPrefix: 'CS',
    ...opened,
  });
  const holders: bigint[] = [];
  for (const name of [`ALPHA ${customerId}`, `BETA ${customerId}`]) {
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
  return { issuerId, classId, holders };
}

/** Whole lines only: the kill may have cut the last one. */
export function acknowledged(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

export type Writer = { child: ChildProcess; ended: Promise<unknown>; complaint: () => string };

/** A writer in its own process; resolves once it has a new acknowledgment. */
export async function startWriter(url: string, books: Books, file: string, mode: string): Promise<Writer> {
  const before = acknowledged(file).length;
  const words = [url, books.issuerId, books.classId, ...books.holders, file, mode].map(String);
  const script = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (acknowledged(file).length === before) {
    if (child.exitCode !== null) throw new Error(`The writer ended by itself: ${complaint}`);
    await pause(5);
  }
  return { child, ended, complaint: () => complaint };
}

/**
 * Every acknowledged effect exists once, exactly as acknowledged; nothing is partial; per kill at most one
 * entry was recorded without its acknowledgment; every invariant holds.
 */
export async function expectWhole(pool: Pool, books: Books, file: string, killsMax: number): Promise<void> {
  const { rows } = await pool.query(
    `select t.id, t.kind, t.status,
            array(select c.id from certificate c where c.issuer_id = $1 and c.canceled_txn = t.id order by 1) as gone,
            array(select c.id from certificate c where c.issuer_id = $1 and c.issued_txn = t.id order by 1) as made
       from txn t where t.issuer_id = $1`,
    [books.issuerId],
  );
  const stored = new Map(rows.map((row) => [String(row.id), row]));
  const lines = acknowledged(file);
  for (const line of lines) {
    const [kind, id, gone, made] = line.split(' ') as [string, string, string, string];
    const row = stored.get(id);
    expect(row, line).toMatchObject({ kind: kind === 'issue' ? 'N' : 'T', status: 'Completed' });
    expect(row.gone.join(','), line).toBe(gone);
    expect(row.made.join(','), line).toBe(made);
  }
  // An issuance has one certificate, a transfer one canceled and two issued.
  for (const row of rows) {
    expect([row.gone.length, row.made.length]).toEqual(row.kind === 'N' ? [0, 1] : [1, 2]);
  }
  expect(rows.length - lines.length).toBeLessThanOrEqual(killsMax);
  expect(await proof(pool, books.issuerId)).toEqual([]);
}
