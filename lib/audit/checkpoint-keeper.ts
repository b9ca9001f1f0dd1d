// Writes checkpoints of the audit trail to a file and an address, at intervals and with retries.

import type { KeyObject } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { withTransaction } from '../postgres/pool.ts';
import { type Head, headIn, readCheckpoint, writeCheckpoint } from './checkpoints.ts';

/** Where checkpoints are written. `file` and `url` have a separate chain of lines each. */
export type Destination = 'file' | 'url';

export type KeeperOptions = {
  pool: Pool;
  /** Shared by all dashboards of a store; holds the line that is being sent to the URL. */
  dataDir: string;
  key: KeyObject;
  everyMs: number;
  /** A file to append lines to; null for none. */
  file: string | null;
  /** Sends one line and resolves when the receiver accepted it; null for none. */
  post: ((line: string, withinMs: number) => Promise<void>) | null;
  /** Called after every attempt; `error` is null on success. */
  report: (to: Destination, error: Error | null) => void;
  /** Called when the trail is shorter than a checkpoint: entries were removed. */
  onShortened: (head: Head, checkpoint: Head) => void;
};

export type Keeper = {
  /** Writes the head if it changed. Never rejects. */
  now(withinMs?: number): Promise<void>;
  /** Destinations whose last attempt failed. */
  failing(): Destination[];
  /** Stops the regular writing, after one last attempt. */
  stop(withinMs: number): Promise<void>;
};

const postMs = 10_000;
const retryMs = 30_000;
/** An arbitrary number. */
const advisoryLockId = 7_301_453;

/**
 * Writes the head of the trail at once and then regularly; after a failure sooner, with growing delays up to
 * the regular one. One process of a store at a time.
 */
export function keepCheckpoints(options: KeeperOptions): Keeper {
  const { pool, everyMs, file, post, report } = options;
  const failing = new Set<Destination>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function attempt(to: Destination, work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
      failing.delete(to);
      report(to, null);
    } catch (error) {
      failing.add(to);
      report(to, error as Error);
    }
  }

  async function write(withinMs: number): Promise<void> {
    await withTransaction(
      pool,
      async (client) => {
        // Dashboards on several machines share a lock in the store. The second one has nothing to add.
        const { rows: turns } = await client.query<{ mine: boolean }>(
          `select pg_try_advisory_xact_lock(${advisoryLockId}) as mine`,
        );
        if (!turns[0]?.mine) return;
        const { rows } = await client.query<Head>(`select seq, encode(hash, 'hex') as hash from audit_head`);
        const head = rows[0];
        if (!head) return;
        if (file) await attempt('file', () => append(file, head, options));
        if (post) await attempt('url', () => deliver(post, head, options, withinMs));
      },
      { retries: 0 },
    );
  }

  async function now(withinMs = postMs): Promise<void> {
    clearTimeout(timer);
    await write(withinMs).catch((error: Error) => {
      // The store or the data folder is unavailable: nothing was written anywhere.
      for (const to of ['file', 'url'] as const) if (to === 'file' ? file : post) failing.add(to);
      report(file ? 'file' : 'url', error);
    });
    failures = failing.size > 0 ? failures + 1 : 0;
    if (stopped) return;
    const soon = failures > 0 ? Math.min(everyMs, retryMs * 2 ** (failures - 1)) : everyMs;
    timer = setTimeout(() => void now(), soon).unref();
  }

  return {
    now,
    failing: () => [...failing],
    async stop(withinMs) {
      stopped = true;
      await now(Math.min(withinMs, postMs));
    },
  };
}

/** Whether the head differs from the last checkpoint. Reports a trail that is shorter than it. */
function isNew(head: Head, last: string | null, onShortened: KeeperOptions['onShortened']): boolean {
  const checkpoint = headIn(last);
  if (checkpoint && head.seq < checkpoint.seq) onShortened(head, checkpoint);
  if (checkpoint === null) return head.seq > 0n;
  return checkpoint.seq !== head.seq || checkpoint.hash !== head.hash;
}

const tailBytes = 64 * 1024;

/**
 * Appends a line and waits until it is on disk. A truncated last line is terminated first and otherwise left as
 * it is.
 */
function append(path: string, head: Head, { key, onShortened }: KeeperOptions): void {
  const file = openSync(path, 'a+', 0o600);
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const text = tail.toString('utf8');
    const last = text.split('\n').findLast((line) => readCheckpoint(line) !== null) ?? null;
    if (!isNew(head, last, onShortened)) return;
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    writeSync(file, `${start}${writeCheckpoint(head, new Date(), last, key)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

type Posted = { last: string | null; pending: string | null };

/**
 * Posts a line. The line is saved first, so that after a lost response the same line is sent again. The
 * receiver may get it twice, but never two different lines with the same predecessor.
 */
async function deliver(
  post: NonNullable<KeeperOptions['post']>,
  head: Head,
  { dataDir, key, onShortened }: KeeperOptions,
  withinMs: number,
): Promise<void> {
  const note = join(dataDir, 'audit-seal-posted');
  let state = readNote(note);
  if (state.pending !== null) {
    await post(state.pending, withinMs);
    state = { last: state.pending, pending: null };
    writeNote(note, state);
  }
  if (!isNew(head, state.last, onShortened)) return;
  const pending = writeCheckpoint(head, new Date(), state.last, key);
  writeNote(note, { ...state, pending });
  await post(pending, withinMs);
  writeNote(note, { last: pending, pending: null });
}

function readNote(path: string): Posted {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Posted;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { last: null, pending: null };
  }
}

/** Replaces the file atomically, so that a partial one is never read. */
function writeNote(path: string, note: Posted): void {
  writeFileSync(`${path}.new`, JSON.stringify(note), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
