// Worker process that renders reports into files.

import { createHash } from 'node:crypto';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { openPool } from '#lib/postgres/pool';
import { inSnapshot } from '#registry/db/session';
import type { Report } from '#registry/operations/parts/report/generate';
import type { ReportId } from '#registry/operations/parts/report/order';
import { type ReportOrder, reports } from '#registry/operations/reports';
import { agentFacts } from '#registry/queries/agent';
import { renderLabels } from '#registry/render/labels/labels';
import { renderPdf } from '#registry/render/pdf/pdf';
import { renderXlsx } from '#registry/render/xlsx';
import { sealFile } from '#registry/sealing/seal-file';
import {
  isCurrent,
  openSigningKey,
  type SigningKey,
  type SigningKeyFile,
} from '#registry/sealing/signing-key';
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

type Databases = {
  databaseUrl: string;
  reportsDatabaseUrl: string | undefined;
  signingKey: SigningKeyFile;
};
const options = { max: 1, applicationName: 'sharebook registry reports' };
let books: Pool;
let replica: Pool | undefined;
let signingKey: SigningKeyFile;

process.on('message', (message: Databases | RenderOrder) => {
  if ('databaseUrl' in message) begin(message);
  else void work(message);
});

function begin({ databaseUrl, reportsDatabaseUrl, signingKey: keyFile }: Databases): void {
  signingKey = keyFile;
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
  const isSealed = order.format === 'pdf' && reports[order.operation].isSealed === true;
  const file = await open(path, 'wx', 0o600);
  let key: SigningKey | undefined;
  let written: { bytes: number; sha256: string };
  try {
    const source = await reportSource(books, replica);
    written = await inSnapshot(source, async (client) => {
      if (isSealed) key = await keyFor(client, order);
      // A sealed file is complete only with its signature, so that none of it is shown before.
      return write(file, await reportBytes(client, order, key), isSealed);
    });
  } finally {
    await file.close();
  }
  return key ? sealFile(path, key) : written;
}

/** The key of the installation. Throws when its certificate is not valid at the time of the order. */
async function keyFor(client: PoolClient, order: ReportOrder): Promise<SigningKey> {
  const at = new Date(order.generatedAt);
  const key = openSigningKey(signingKey, (await agentFacts(client)).name, at);
  if (!isCurrent(key, at)) throw new Error('The certificate of the signing key is not valid today.');
  return key;
}

/** The first bytes are written at once, so that a waiting download starts; the rest in pieces of 64 kB. */
async function write(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  isQuiet: boolean,
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
    if (!isQuiet) tell({ kind: 'progress', bytes });
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
async function reportBytes(
  client: PoolClient,
  order: ReportOrder,
  key: SigningKey | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const { document: documentOf } = reports[order.operation] as Report<ReportId>;
  const document = await documentOf(client, order, {
    fingerprint: key?.fingerprint ?? '',
    root: key?.issuers.at(-1)?.fingerprint256 ?? '',
  });
  if ('labels' in document) return renderLabels(document);
  return order.format === 'pdf' ? renderPdf(document) : renderXlsx(document);
}
