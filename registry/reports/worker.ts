import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openPool } from '#lib/postgres/pool';
import { inSnapshot } from '../db/session.ts';
import type { RenderNews, RenderOrder } from '../files/render-workers.ts';
import { type ReportOrder, reportBytes } from './index.ts';
import { reportSource } from './source.ts';

const pieceBytes = 65_536;

// Requests go first (assurance P-12). On Linux this is about the calling thread alone, elsewhere about the whole program.
if (process.platform === 'linux') setPriority(10);

const { databaseUrl, reportsDatabaseUrl } = workerData as {
  databaseUrl: string;
  reportsDatabaseUrl: string | undefined;
};
const options = { max: 1, applicationName: 'sharebook registry reports' };
const books = openPool(databaseUrl, options);
const replica = reportsDatabaseUrl ? openPool(reportsDatabaseUrl, { ...options, waitMs: 2_000 }) : undefined;

parentPort?.on('message', async ({ path, order }: RenderOrder) => {
  try {
    tell({ kind: 'done', ...(await draw(path, order as ReportOrder)) });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    // A database error's message can hold a value; its code says enough.
    tell({ kind: 'failed', reason: code ? `Error ${code}` : message });
  }
});

function tell(news: RenderNews): void {
  parentPort?.postMessage(news);
}

/** Draws one report from one snapshot of the books into a file nobody else can read. */
async function draw(path: string, order: ReportOrder): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600);
  try {
    const source = await reportSource(books, replica);
    return await inSnapshot(source, async (client) => write(file, await reportBytes(client, order)));
  } finally {
    await file.close();
  }
}

/** The first bytes go out at once, so that a waiting download starts; the rest in pieces of 64 kB. */
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
