// Stores report orders, their files and links; starts rendering and deletes expired reports.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '#lib/metrics/json-log';
import { isHeartbeatFile, startHeartbeat } from '#lib/postgres/heartbeat';
import { digest, sameText } from '../access/secrets.ts';
import type { Clock } from '../clock.ts';
import type { RegistryMetrics } from '../http/metrics.ts';
import { advance, type GrowingFile, growingFile } from './growing-file.ts';
import { followRemoteFile } from './remote-file.ts';
import type { RenderNews, RenderWorkers } from './render-workers.ts';
import { reportPlaces } from './report-limits.ts';

const lifetimeMs = 3_600_000;

/** A report order as a handler places it. */
export type ReportOrder = {
  clientId: string;
  operation: string;
  /** null: the file covers several issuers. */
  issuerId: bigint | null;
  /** The issuers named by the scope of the ordering token; null when it named none. */
  tokenIssuers: ReadonlySet<bigint> | null;
  input: unknown;
  fileName: string;
  contentType: string;
  /** A user waits for one account: rendered before whole lists. */
  urgent: boolean;
  /** Input of the render worker; plain data only. */
  order: unknown;
};

export type FoundReport = {
  file: GrowingFile;
  clientId: string;
  issuerId: bigint | null;
  /** Same as in the order. */
  tokenIssuers: ReadonlySet<bigint> | null;
  fileName: string;
  contentType: string;
};

export type ReportStore = {
  /** Records the order, starts or queues rendering, and returns the two codes of its link at once. */
  place(order: ReportOrder): Promise<{ fileCode: string; accessCode: string }>;
  /** The report of the three link segments; undefined when one of them is wrong or the link has expired. */
  find(link: { fileCode: string; fileName: string; accessCode: string }): Promise<FoundReport | undefined>;
  /** Number of reports in progress or not yet recorded as finished. */
  pending(): number;
  /** Deletes expired reports. */
  sweep(): Promise<void>;
  /** Marks this process as ended. Its unfinished reports then count as failed. */
  close(): void;
};

type ReportRow = {
  file_code: string;
  client_id: string;
  issuer_id: bigint | null;
  token_issuers: string | null;
  file_name: string;
  content_type: string;
  access_hash: string;
  state: 'Rendering' | 'Ready' | 'Failed';
  size_bytes: bigint | null;
  sha256: string | null;
};

/** A file code starts with the mark of the process that makes the file (lib/postgres/heartbeat.ts). */
const makerOf = (fileCode: string) => fileCode.slice(0, 8);

/**
 * The reports of this process: a spool folder, a row per report, and links that are valid for one hour and
 * always serve the same bytes. Several processes may share database and folder; a link then works at each of
 * them from the first byte on. Unfinished reports of dead processes are removed before the first request.
 */
export async function openReportStore(given: {
  pool: Pool;
  clock: Clock;
  folder: string;
  workers: RenderWorkers;
  log: Log;
  metrics: Pick<RegistryMetrics, 'count' | 'time'>;
}): Promise<ReportStore> {
  const { pool, clock, folder, workers, log, metrics } = given;
  const running = new Map<string, GrowingFile>();
  const withPlace = reportPlaces(folder);
  const pathOf = (fileCode: string) => join(folder, fileCode);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mark = startHeartbeat(folder);
  const followed = new Map<string, GrowingFile>();
  // Dead processes are listed before the rows are read: whatever they finished is then in the rows.
  const left = readdirSync(folder).filter((name) => !isHeartbeatFile(name) && !mark.isAlive(makerOf(name)));
  const { rows: ready } = await pool.query<{ file_code: string }>(
    "select file_code from report_request where state = 'Ready' and expires_at > $1",
    [clock.now()],
  );
  const keep = new Set(ready.map((row) => row.file_code));
  for (const name of left) if (!keep.has(name)) rmSync(join(folder, name), { force: true });

  /** The file of a row whose report another process makes. */
  async function remote(row: ReportRow): Promise<GrowingFile> {
    const { file_code: code } = row;
    if (row.state !== 'Rendering' || makerOf(code) === mark.id) return finishedFile(row, pathOf(code));
    const check = async () => {
      // Checked before the row is read: a report finished by a process before it died is then in the row.
      const made = mark.isAlive(makerOf(code));
      const { rows } = await pool.query<Pick<ReportRow, 'state' | 'size_bytes' | 'sha256'>>(
        'select state, size_bytes, sha256 from report_request where file_code = $1',
        [code],
      );
      const { state = 'Failed', size_bytes, sha256 } = rows[0] ?? {};
      if (state === 'Ready') return { state, bytes: Number(size_bytes), sha256: sha256 ?? '' };
      return { state: made ? state : 'Failed' };
    };
    const file =
      followed.get(code) ?? followRemoteFile(pathOf(code), check, () => void followed.delete(code));
    followed.set(code, file);
    return file;
  }

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
      log({ level: 'error', event: 'report_failed', report: fileCode.slice(-8), reason: news.reason });
      advance(file, { state: 'Failed' });
      rmSync(file.path, { force: true });
    }
    end(fileCode, file, news)
      .catch(() => advance(file, { state: 'Failed' }))
      .finally(() => running.delete(fileCode));
  }

  return {
    place: (order) =>
      withPlace(order.clientId, async (leave) => {
        const fileCode = mark.id + randomBytes(12).toString('hex');
        const accessCode = randomBytes(16).toString('hex');
        const now = clock.now();
        await pool.query(
          `insert into report_request (file_code, client_id, endpoint, issuer_id, input, file_name, content_type,
                                     access_hash, state, created_at, expires_at, token_issuers)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'Rendering', $9, $10, $11)`,
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
            order.tokenIssuers && [...order.tokenIssuers].join(','),
          ],
        );
        const file = growingFile(pathOf(fileCode));
        running.set(fileCode, file);
        const begun = performance.now();
        workers.submit({ path: file.path, order: order.order }, order.urgent, (news) => {
          if (news.kind !== 'progress') {
            const { operation } = order;
            metrics.count('sharebook_registry_reports_total', { operation, outcome: news.kind });
            metrics.time(
              'sharebook_registry_report_seconds',
              { operation },
              (performance.now() - begun) / 1000,
            );
          }
          hear(fileCode, file, news);
          if (news.kind !== 'progress') leave();
        });
        return { fileCode, accessCode };
      }),

    async find({ fileCode, fileName, accessCode }) {
      // Active reports are checked before the row: one that ends in between is no longer in `running`, but was
      // found already.
      const live = running.get(fileCode);
      const { rows } = await pool.query<ReportRow>(
        `select file_code, client_id, issuer_id, token_issuers, file_name, content_type, access_hash, state, size_bytes, sha256
           from report_request where file_code = $1 and expires_at > $2`,
        [/^[0-9a-f]{32}$/.test(fileCode) ? fileCode : '', clock.now()],
      );
      const row = rows[0];
      // Also compared when there is no such file, so that the response time does not reveal which segment was
      // wrong.
      const allowed = sameText(row?.access_hash ?? digest('none'), digest(accessCode));
      if (!row || !allowed || row.file_name !== fileName) return undefined;
      const file = live ?? (await remote(row));
      return {
        file,
        clientId: row.client_id,
        issuerId: row.issuer_id,
        tokenIssuers: row.token_issuers ? new Set(row.token_issuers.split(',').map(BigInt)) : null,
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

    close: mark.end,
  };
}

/**
 * A finished report of this or another process. Without its bytes in this folder it cannot be served: a restore
 * may bring back the rows without the spool.
 */
async function finishedFile(row: ReportRow, path: string): Promise<GrowingFile> {
  const found = row.state === 'Ready' ? await stat(path).catch(() => undefined) : undefined;
  const ready = found !== undefined && found.size === Number(row.size_bytes);
  return {
    ...growingFile(path),
    bytes: ready ? Number(row.size_bytes) : 0,
    state: ready ? 'Ready' : 'Failed',
    sha256: (ready && row.sha256) || undefined,
  };
}
