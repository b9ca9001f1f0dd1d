/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabases, proof, type TestDatabases } from './database.ts';
import { acknowledged, type Books, expectWhole, openBooks, startWriter, writerTrials } from './kill-books.ts';

/** Delay of the kill after the writer's first acknowledgment, in ms; every other trial is pipelined. */
const trials = Array.from(
  { length: writerTrials },
  (_, at) => [(40 + at * 131) % 400, at % 2 ? 'pipelined' : 'plain'] as const,
);

let databases: TestDatabases;
let pool: Pool;
let url: string;
let books: Books;
const folder = mkdtempSync(join(tmpdir(), 'kill-'));
const file = join(folder, 'acknowledged');

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool, url } = await databases.open('kill'));
  books = await openBooks(pool);
});

afterAll(async () => {
  await databases?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(trials)('a writer killed after %i ms loses nothing acknowledged (%s)', async (afterMs, mode) => {
  const before = acknowledged(file).length;
  const writer = await startWriter(url, books, file, mode);
  await pause(afterMs);
  writer.child.kill('SIGKILL');
  await writer.ended;
  expect(acknowledged(file).length).toBeGreaterThan(before);
  // The killed connection's transaction is rolled back in time; until then its certificates are invisible.
  await expectWhole(pool, books, file, trials.length);
  expect(await proof(pool)).toEqual([]);
});
