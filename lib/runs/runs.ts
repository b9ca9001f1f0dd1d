import 'server-only';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { digestOf } from './earlier.ts';
import { fileNameFor } from './file-name.ts';
import { type Live, openLive } from './live.ts';
import { receive, type Source } from './receive.ts';
import { endRun, expireRun, expireRuns, insertRun, interruptRuns, markReceiving, nameFile } from './rows.ts';

/** What a run is made of before the registry is asked. */
export type RunRequest = {
  person: string;
  requestId: string;
  endpoint: string;
  issuer: number | null;
  asOf: string | null;
  input: Record<string, unknown>;
};

export type Runs = {
  /**
   * Records a run, then calls `ask`; what it gives is called at once to open the file, whose bytes are taken in while
   * the id is already handed back. Joins the same person's identical run that is still under way. Throws what `ask` throws.
   */
  begin(request: RunRequest, ask: () => Promise<() => Promise<Source>>): Promise<string>;
  /** The run while its bytes arrive in this process. */
  live(id: string): Live | null;
  /** Where the bytes of a run lie. */
  pathOf(id: string): string;
  /** Removes the bytes of one finished run now; what was asked for and the digest stay. */
  drop(id: string): Promise<void>;
  /** Removes the bytes of runs kept long enough; at most once an hour unless forced. */
  sweep(force?: boolean): Promise<void>;
  /** Resolves when no bytes are arriving any more. */
  settled(): Promise<void>;
};

const sweepEveryMs = 3_600_000;

type Opening = {
  pool: Pool;
  dataDir: string;
  keepDays: number;
  /** The registry's day, 'yyyy-mm-dd': in the name of a file that is of no other. */
  today: () => string;
};

/**
 * The report runs of one store and folder. Opening marks what a stopped program left behind as interrupted and removes
 * its half files, so none can ever be served (assurance F-33).
 */
export function openRuns(input: Opening): Runs {
  const { pool, keepDays, today } = input;
  const folder = join(input.dataDir, 'runs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const underWay = new Map<string, Promise<string>>();
  const lives = new Map<string, Live>();
  const receiving = new Set<Promise<void>>();
  let sweptAt = 0;
  let sweeping: Promise<void> = Promise.resolve();
  const pathOf = (id: string) => join(folder, id);
  const removeFiles = (ids: string[]) => Promise.all(ids.map((id) => rm(pathOf(id), { force: true })));
  const opened = interruptRuns(pool).then(removeFiles);
  opened.catch(() => undefined);

  async function start(
    request: RunRequest,
    key: string,
    ask: () => Promise<() => Promise<Source>>,
  ): Promise<string> {
    await opened;
    const id = randomBytes(16).toString('base64url');
    const day = request.asOf ?? today();
    await insertRun(pool, { ...request, id, inputDigest: key });
    const live = openLive(id, pathOf(id));
    lives.set(id, live);
    let open: () => Promise<Source>;
    try {
      open = await ask();
    } catch (error) {
      await end(live, codeOf(error));
      throw error;
    }
    const work = take(live, open, { ...request, day }).finally(() => {
      receiving.delete(work);
      underWay.delete(key);
    });
    receiving.add(work);
    return id;
  }

  async function take(
    live: Live,
    open: () => Promise<Source>,
    run: RunRequest & { day: string },
  ): Promise<void> {
    try {
      const [source] = await Promise.all([open(), markReceiving(pool, live.id)]);
      const { bytes, sha256 } = await receive(live, source, async () => {
        const { extension, contentType } = live.format ?? { extension: '', contentType: '' };
        live.fileName = fileNameFor({ ...run, extension });
        await nameFile(pool, live.id, live.fileName, contentType);
      });
      await endRun(pool, live.id, { state: 'ready', bytes, sha256 });
      live.ended = 'ready';
    } catch (error) {
      await end(live, codeOf(error)).catch(() => undefined);
    } finally {
      live.ended ??= 'failed';
      lives.delete(live.id);
      live.tell();
    }
  }

  async function end(live: Live, errorCode: string): Promise<void> {
    try {
      // Written first: who waits for the file looks here for the reason as soon as it is told.
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
    await removeFiles(await expireRuns(pool, keepDays));
  }

  return {
    begin(request, ask) {
      const key = digestOf(request);
      const running = underWay.get(key);
      if (running) return running;
      const id = start(request, key, ask);
      underWay.set(key, id);
      id.catch(() => underWay.delete(key));
      return id;
    },
    live: (id) => lives.get(id) ?? null,
    pathOf,
    async drop(id) {
      if (await expireRun(pool, id)) await removeFiles([id]);
    },
    async sweep(force = false) {
      if (!force && Date.now() - sweptAt < sweepEveryMs) return;
      sweptAt = Date.now();
      // One after the other: when a sweep is over, the files of those before it are gone as well.
      const sweep = sweeping.then(() => sweepOnce());
      sweeping = sweep.catch(() => undefined);
      await sweep;
    },
    async settled() {
      await Promise.allSettled([...receiving]);
    },
  };
}

/** The dashboard's code for why a run failed; transport faults carry a `kind`, faults of this machine neither. */
function codeOf(error: unknown): string {
  const { code, kind } = error as { code?: string; kind?: string };
  if (kind) return kind === 'timeout' ? 'upstream_timeout' : 'upstream_failed';
  return code && /^[a-z_]+$/.test(code) ? code : 'failed';
}
