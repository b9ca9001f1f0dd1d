import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { digest, sameText } from '../access/secrets.ts';
import type { Clock } from '../clock.ts';
import { Failure } from '../http/failure.ts';
import type { Log } from '../http/log.ts';
import { advance, type GrowingFile, growingFile } from './growing.ts';
import type { RenderNews, RenderWorkers } from './render-workers.ts';

const lifetimeMs = 3_600_000;
const waitingMax = 200;

/** A report as a handler orders it. */
export type ReportOrder = {
  clientId: string;
  operation: string;
  /** null: the file is about several issuers. */
  issuerId: bigint | null;
  input: unknown;
  fileName: string;
  contentType: string;
  /** Somebody waits for one account: goes before whole lists. */
  urgent: boolean;
  /** What the render worker is told; plain data only. */
  order: unknown;
};

export type FoundReport = {
  file: GrowingFile;
  clientId: string;
  issuerId: bigint | null;
  fileName: string;
  contentType: string;
};

export type ReportDesk = {
  /** Records the order, starts or queues the rendering, and returns the two codes of its link at once. */
  place(order: ReportOrder): Promise<{ fileCode: string; accessCode: string }>;
  /** The report behind the three segments of a link; undefined when any of them is wrong or the hour is over. */
  find(link: { fileCode: string; fileName: string; accessCode: string }): Promise<FoundReport | undefined>;
  /** Reports that are being made or not yet recorded as over. */
  pending(): number;
  /** Removes what has expired. */
  sweep(): Promise<void>;
};

type ReportRow = {
  file_code: string;
  client_id: string;
  issuer_id: bigint | null;
  file_name: string;
  content_type: string;
  access_hash: string;
  state: 'Rendering' | 'Ready' | 'Failed';
  size_bytes: bigint | null;
  sha256: string | null;
};

/**
 * The reports of this process: a spool folder, a row per report, a link that lives one hour and gives the same bytes each
 * time (decisions, "Report links"). Whatever an earlier process left half done is removed here, before the first request.
 */
export async function openDesk(given: {
  pool: Pool;
  clock: Clock;
  folder: string;
  workers: RenderWorkers;
  log: Log;
}): Promise<ReportDesk> {
  const { pool, clock, folder, workers, log } = given;
  const running = new Map<string, GrowingFile>();
  const pathOf = (fileCode: string) => join(folder, fileCode);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { rows: ready } = await pool.query<{ file_code: string }>(
    "select file_code from report_request where state = 'Ready' and expires_at > $1",
    [clock.now()],
  );
  const keep = new Set(ready.map((row) => row.file_code));
  for (const name of readdirSync(folder)) if (!keep.has(name)) rmSync(join(folder, name), { force: true });

  async function end(fileCode: string, file: GrowingFile, news: RenderNews): Promise<void> {
    const ready = news.kind === 'done';
    await pool.query(
      'update report_request set state = $2, size_bytes = $3, sha256 = $4 where file_code = $1',
      [fileCode, ready ? 'Ready' : 'Failed', ready ? news.bytes : null, ready ? news.sha256 : null],
    );
    if (ready) advance(file, { state: 'Ready', bytes: news.bytes, sha256: news.sha256 });
  }

  function hear(fileCode: string, file: GrowingFile, news: RenderNews): void {
    if (news.kind === 'progress') {
      advance(file, { bytes: news.bytes });
      return;
    }
    if (news.kind === 'failed') {
      log({ level: 'error', event: 'report_failed', report: fileCode.slice(0, 8), reason: news.reason });
      advance(file, { state: 'Failed' });
      rmSync(file.path, { force: true });
    }
    end(fileCode, file, news)
      .catch(() => advance(file, { state: 'Failed' }))
      .finally(() => running.delete(fileCode));
  }

  return {
    async place(order) {
      if (workers.load() >= waitingMax) {
        throw new Failure(429, 'Too many reports are waiting.', { headers: { 'retry-after': '10' } });
      }
      const fileCode = randomBytes(16).toString('hex');
      const accessCode = randomBytes(16).toString('hex');
      const now = clock.now();
      await pool.query(
        `insert into report_request (file_code, client_id, endpoint, issuer_id, input, file_name, content_type,
                                     access_hash, state, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'Rendering', $9, $10)`,
        [
          fileCode,
          order.clientId,
          order.operation,
          order.issuerId,
          JSON.stringify(order.input),
          order.fileName,
          order.contentType,
          digest(accessCode),
          now,
          new Date(now.getTime() + lifetimeMs),
        ],
      );
      const file = growingFile(pathOf(fileCode));
      running.set(fileCode, file);
      workers.submit({ path: file.path, order: order.order }, order.urgent, (news) =>
        hear(fileCode, file, news),
      );
      return { fileCode, accessCode };
    },

    async find({ fileCode, fileName, accessCode }) {
      // Looked up before the row is read: a report that ends in between has left `running`, but not our hands.
      const live = running.get(fileCode);
      const { rows } = await pool.query<ReportRow>(
        `select file_code, client_id, issuer_id, file_name, content_type, access_hash, state, size_bytes, sha256
           from report_request where file_code = $1 and expires_at > $2`,
        [/^[0-9a-f]{32}$/.test(fileCode) ? fileCode : '', clock.now()],
      );
      const row = rows[0];
      // Compared also when there is no such file, so that time does not tell which segment was wrong.
      const allowed = sameText(row?.access_hash ?? digest('none'), digest(accessCode));
      if (!row || !allowed || row.file_name !== fileName) return undefined;
      const file = live ?? (await kept(row, pathOf(row.file_code)));
      return {
        file,
        clientId: row.client_id,
        issuerId: row.issuer_id,
        fileName: row.file_name,
        contentType: row.content_type,
      };
    },

    pending: () => running.size,

    async sweep() {
      const { rows } = await pool.query<{ file_code: string }>(
        'delete from report_request where expires_at <= $1 returning file_code',
        [clock.now()],
      );
      for (const row of rows) rmSync(pathOf(row.file_code), { force: true });
    },
  };
}

/**
 * A report of this or an earlier process that is over. One still rendering elsewhere cannot be served here, nor one whose
 * bytes are not on this disk: after a restore the rows may be back without the spool.
 */
async function kept(row: ReportRow, path: string): Promise<GrowingFile> {
  const found = row.state === 'Ready' ? await stat(path).catch(() => undefined) : undefined;
  const ready = found !== undefined && found.size === Number(row.size_bytes);
  return {
    ...growingFile(path),
    bytes: ready ? Number(row.size_bytes) : 0,
    state: ready ? 'Ready' : 'Failed',
    sha256: (ready && row.sha256) || undefined,
  };
}
