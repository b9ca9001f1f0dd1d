/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#lib/postgres/embedded/start';
import { migrate } from '#lib/postgres/migrate';
import { openPool } from '#lib/postgres/pool';
import { proof } from './database.ts';
import { acknowledged, type Books, expectWhole, openBooks, serverTrials, startWriter } from './kill-books.ts';

// Always on a separate embedded server, because it is killed.
const modes = ['plain', 'pipelined'];
const momentMaxMs = 400;

const folder = mkdtempSync(join(tmpdir(), 'kill-server-'));
const fileOf = (at: number) => join(folder, `acknowledged-${at}`);
const books: Books[] = [];
let server: Embedded;

const open = () => openPool(server.urlFor('kill'), { max: 2, applicationName: 'kill test' });

async function withPool<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = open();
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Process IDs of the postmaster and all its children. */
function serverProcesses(): number[] {
  const postmaster = Number.parseInt(
    readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8'),
    10,
  );
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid = 0]) => pid);
  return [postmaster, ...children];
}

beforeAll(async () => {
  server = await startEmbedded({ dataDir: folder });
  await server.ensureDatabase('kill');
  await migrate(server.urlFor('kill'), new URL('../../registry/db/migrations/', import.meta.url));
  await withPool(async (pool) => {
    for (const at of modes.keys()) books.push(await openBooks(pool, BigInt(at + 1)));
  });
});

afterAll(async () => {
  await server?.release();
  rmSync(folder, { recursive: true, force: true });
});

// Windows has no SIGKILL for a process tree; on Linux and macOS the embedded server behaves alike.
test.skipIf(process.platform === 'win32')(
  'writers and database killed repeatedly: every acknowledged effect exists once and complete',
  { timeout: 60_000 + serverTrials * 20_000 },
  async () => {
    for (let trial = 1; trial <= serverTrials; trial += 1) {
      const before = books.map((_, at) => acknowledged(fileOf(at)).length);
      const url = server.urlFor('kill');
      const writers = await Promise.all(
        books.map((one, at) => startWriter(url, one, fileOf(at), modes[at] ?? '')),
      );
      await pause(Math.random() * momentMaxMs);
      const pids = serverProcesses();
      // At least the server and two workers, otherwise nothing was tested.
      expect(pids.length).toBeGreaterThan(3);
      for (const pid of [...pids, ...writers.map(({ child }) => child.pid ?? 0)]) kill(pid);
      await Promise.all(writers.map(({ ended }) => ended));
      await server.release();
      server = await startEmbedded({ dataDir: folder });
      await withPool(async (pool) => {
        for (const [at, one] of books.entries()) {
          expect(acknowledged(fileOf(at)).length).toBeGreaterThan(before[at] ?? 0);
          await expectWhole(pool, one, fileOf(at), trial);
        }
        expect(await proof(pool)).toEqual([]);
      });
    }
  },
);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
