// Report runs of a store: request, receive, follow, delete and expire.

import 'server-only';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ApiError } from '../api/error.ts';
import { type Heartbeat, startHeartbeat } from '../postgres/heartbeat.ts';
import { type ActiveDownload, openActiveDownload } from './active-download.ts';
import { trackActiveRuns } from './active-runs.ts';
import { cellsDigestOf } from './cells-digest.ts';
import { digestOf } from './earlier-runs.ts';
import { fileNameFor, yearOf } from './file-name.ts';
import { receive, type Source } from './receive.ts';
import {
  countActiveRuns,
  endRun,
  expireRun,
  expireRuns,
  findActiveRun,
  insertRun,
  interruptRuns,
  markReceiving,
  type NewRun,
  nameFile,
  type RunRequest,
  type RunRow,
  storeCells,
} from './rows.ts';

export type Runs = {
  /**
   * Records a run, then calls `send`. The function it returns is called at once to open the file; the ID is
   * returned while the bytes are still arriving. Joins the same user's identical run if one is in progress, in
   * this process or in another one over the same store. Throws what `send` throws.
   */
  begin(request: RunRequest, send: () => Promise<() => Promise<Source>>): Promise<string>;
  /** The run while its bytes arrive in this process. */
  live(id: string): ActiveDownload | null;
  /** The same for a run whose bytes arrive here or in another process; null for an ended one. */
  follow(row: RunRow): ActiveDownload | null;
  /** The row as it is, or as `interrupted` when its process is gone. */
  checked(row: RunRow): Promise<RunRow>;
  /** The heartbeat of this process among those over the same store and folder. */
  keeper: Pick<Heartbeat, 'id' | 'isAlive'>;
  /** The path of a run's bytes. */
  pathOf(id: string): string;
  /** Removes the bytes of one finished run now; the request and the digest stay. */
  drop(id: string): Promise<void>;
  /** Removes the bytes of expired runs; at most once an hour unless forced. */
  sweep(force?: boolean): Promise<void>;
  /** Resolves when no bytes are arriving any more. */
  settled(): Promise<void>;
  /** How many files are arriving in this process. */
  receiving(): number;
  /** Waits up to `graceMs` for arriving files, marks the rest as interrupted, and starts nothing new. */
  close(graceMs: number): Promise<void>;
};

const sweepEveryMs = 3_600_000;
/** Files one user may wait for at once; more than a busy hour needs. */
const perUserMax = 50;

type Opening = {
  pool: Pool;
  dataDir: string;
  keepDays: number;
  /** The registry's current date, 'yyyy-mm-dd': used in the name of a file without a date of its own. */
  today: () => string;
  /** Called with the outcome of each run. */
  ended?: (outcome: 'ready' | 'failed') => void;
};

/**
 * The report runs of one store and folder, which several processes may share. Opening marks the runs of stopped
 * processes as interrupted and removes their partial files, so that none can ever be served.
 */
export function openRuns(input: Opening): Runs {
  const { pool, keepDays, today } = input;
  const folder = join(input.dataDir, 'runs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const active = new Map<string, Promise<string>>();
  const lives = new Map<string, ActiveDownload>();
  const receiving = new Set<Promise<void>>();
  let sweptAt = 0;
  let sweeping: Promise<void> = Promise.resolve();
  const pathOf = (id: string) => join(folder, id);
  const removeFiles = (ids: string[]) => Promise.all(ids.map((id) => rm(pathOf(id), { force: true })));
  const keeper = startHeartbeat(folder);
  const { isActive, interruptLost, checked, follow } = trackActiveRuns({
    pool,
    keeper,
    lives,
    pathOf,
    removeFiles,
  });
  const opened = interruptLost();
  opened.catch(() => undefined);

  async function start(
    request: RunRequest,
    key: string,
    send: () => Promise<() => Promise<Source>>,
  ): Promise<string> {
    await opened;
    const id = randomBytes(16).toString('base64url');
    const day = yearOf(request.input) ?? request.asOf ?? today();
    const live = openActiveDownload(id, pathOf(id));
    // Before the row becomes visible: whoever finds it must see it as running.
    lives.set(id, live);
    const other = await claim({ ...request, id, inputDigest: key, keeper: keeper.id }).catch((error) => {
      lives.delete(id);
      throw error;
    });
    if (other !== null) {
      lives.delete(id);
      active.delete(key);
      return other;
    }
    let open: () => Promise<Source>;
    try {
      open = await send();
    } catch (error) {
      await end(live, codeOf(error));
      throw error;
    }
    const work = take(live, open, { ...request, day }).finally(() => {
      receiving.delete(work);
      active.delete(key);
    });
    receiving.add(work);
    return id;
  }

  /**
   * Inserts the run; returns the ID of the other one when the same request is in progress in another process.
   */
  async function claim(run: NewRun): Promise<string | null> {
    if (
      (await countActiveRuns(pool, run.person)) >= perUserMax &&
      !(await findActiveRun(pool, run.inputDigest))
    )
      throw new ApiError('rate_limited', { retryAfter: 5 });
    while (!(await insertRun(pool, run))) {
      const other = await findActiveRun(pool, run.inputDigest);
      if (other && isActive(await checked(other))) return other.id;
    }
    return null;
  }

  async function take(
    live: ActiveDownload,
    open: () => Promise<Source>,
    run: RunRequest & { day: string },
  ): Promise<void> {
    let cells: Promise<string | null> | undefined;
    try {
      const [source] = await Promise.all([open(), markReceiving(pool, live.id)]);
      const { bytes, sha256 } = await receive(live, source, async () => {
        const { extension, contentType } = live.format ?? { extension: '', contentType: '' };
        live.fileName = fileNameFor({ ...run, extension });
        await nameFile(pool, live.id, live.fileName, contentType);
      });
      await endRun(pool, live.id, { state: 'ready', bytes, sha256 });
      live.ended = 'ready';
      // The file is not kept waiting for it: only a copy that another program saved is recognized by it.
      if (live.format?.extension === 'xlsx') cells = cellsDigestOf(live.path, bytes);
    } catch (error) {
      await end(live, codeOf(error)).catch(() => undefined);
    } finally {
      live.ended ??= 'failed';
      lives.delete(live.id);
      input.ended?.(live.ended);
      live.tell();
    }
    const digest = await cells;
    if (digest) await storeCells(pool, live.id, digest).catch(() => undefined);
  }

  async function end(live: ActiveDownload, errorCode: string): Promise<void> {
    try {
      // Written first: a waiting reader looks here for the reason as soon as it is notified.
      await endRun(pool, live.id, { state: 'failed', bytes: live.size, errorCode });
    } finally {
      live.ended = 'failed';
      live.errorCode = errorCode;
      lives.delete(live.id);
      live.tell();
    }
  }

  async function sweepOnce(): Promise<void> {
    await opened;
    await interruptLost();
    await removeFiles(await expireRuns(pool, keepDays));
  }

  return {
    begin(request, send) {
      const key = digestOf(request);
      const running = active.get(key);
      if (running) return running;
      const id = start(request, key, send);
      active.set(key, id);
      id.catch(() => active.delete(key));
      return id;
    },
    live: (id) => lives.get(id) ?? null,
    follow,
    checked,
    keeper,
    pathOf,
    async drop(id) {
      if (await expireRun(pool, id)) await removeFiles([id]);
    },
    async sweep(force = false) {
      if (!force && Date.now() - sweptAt < sweepEveryMs) return;
      sweptAt = Date.now();
      // Serialized: when a sweep ends, the files of earlier sweeps are removed as well.
      const sweep = sweeping.then(() => sweepOnce());
      sweeping = sweep.catch(() => undefined);
      await sweep;
    },
    receiving: () => lives.size,
    async settled() {
      await Promise.allSettled([...receiving]);
    },
    async close(graceMs) {
      const late = pause(graceMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled([...receiving]), late]);
      if (lives.size > 0) await removeFiles(await interruptRuns(pool, [...lives.keys()]));
      keeper.end();
    },
  };
}

/** The dashboard's error code for a failed run. Transport errors carry a `kind`; local errors carry neither. */
function codeOf(error: unknown): string {
  const { code, kind } = error as { code?: string; kind?: string };
  if (kind) return kind === 'timeout' ? 'upstream_timeout' : 'upstream_failed';
  return code && /^[a-z_]+$/.test(code) ? code : 'failed';
}
