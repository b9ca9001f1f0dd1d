import { createHash } from 'node:crypto';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { openPool } from '#lib/postgres/pool';
import { inSnapshot } from '#registry/db/session';
import type { Report } from '#registry/operations/parts/report/generate';
import type { ReportId } from '#registry/operations/parts/report/order';
import { type ReportOrder, reports } from '#registry/operations/reports';
import { renderLabels } from '#registry/render/labels/labels';
import { renderPdf } from '#registry/render/pdf/pdf';
import { renderXlsx } from '#registry/render/xlsx';
import type { RenderOrder, WorkerMessage } from '../render-workers.ts';
import { reportSource } from './source.ts';

const pieceBytes = 65_536;

const aliveEveryMs = 5_000;

// Requests have priority for the processor, and when memory runs out the system ends a report first.
setPriority(10);
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '800').catch(() => {});

// A signal to the process group is left to the registry, which lets reports finish. Without the registry the
// worker exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

type Databases = { databaseUrl: string; reportsDatabaseUrl: string | undefined };
const options = { max: 1, applicationName: 'sharebook registry reports' };
let books: Pool;
let replica: Pool | undefined;

process.on('message', (message: Databases | RenderOrder) => {
  if ('databaseUrl' in message) begin(message);
  else void work(message);
});

function begin({ databaseUrl, reportsDatabaseUrl }: Databases): void {
  books = openPool(databaseUrl, options);
  if (reportsDatabaseUrl) replica = openPool(reportsDatabaseUrl, { ...options, waitMs: 2_000 });
}

async function work({ path, order }: RenderOrder): Promise<void> {
  const pulse = setInterval(() => tell({ kind: 'alive' }), aliveEveryMs);
  try {
    tell({ kind: 'done', ...(await draw(path, order as ReportOrder)) });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    // A database error's message can contain a value, so only its code is reported.
    tell({ kind: 'failed', reason: code ? `Error ${code}` : message });
  } finally {
    clearInterval(pulse);
  }
}

function tell(news: WorkerMessage): void {
  process.send?.(news);
}

/** Renders one report from one snapshot into a file that only this user can read. */
async function draw(path: string, order: ReportOrder): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600);
  try {
    const source = await reportSource(books, replica);
    return await inSnapshot(source, async (client) => write(file, await reportBytes(client, order)));
  } finally {
    await file.close();
  }
}

/** The first bytes are written at once, so that a waiting download starts; the rest in pieces of 64 kB. */
async function write(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const flush = async () => {
    await file.appendFile(Buffer.concat(held));
    bytes += heldBytes;
    held = [];
    heldBytes = 0;
    tell({ kind: 'progress', bytes });
  };
  for await (const piece of source) {
    if (piece.length === 0) continue;
    hash.update(piece);
    held.push(piece);
    heldBytes += piece.length;
    if (bytes === 0 || heldBytes >= pieceBytes) await flush();
  }
  if (heldBytes > 0) await flush();
  return { bytes, sha256: hash.digest('hex') };
}

/** The bytes of an order's file. `client` must be inside a snapshot that stays open until the last byte. */
async function reportBytes(client: PoolClient, order: ReportOrder): Promise<AsyncIterable<Uint8Array>> {
  const { document: documentOf } = reports[order.operation] as Report<ReportId>;
  const document = await documentOf(client, order);
  if ('labels' in document) return renderLabels(document);
  return order.format === 'pdf' ? renderPdf(document) : renderXlsx(document);
}
