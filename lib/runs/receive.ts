// Receives a report file from the registry and checks it.

import { open, rm } from 'node:fs/promises';
import type { ActiveDownload } from './active-download.ts';
import { type FileWriter, openWriter } from './file-writer.ts';
import { endsWhole, formatOf, headBytes, tailBytes } from './format.ts';

/** A file being received from the registry. */
export type Source = {
  /** File name extension of the report address, lower case. */
  extension: string;
  contentType: string | null;
  /** Content-Length, or null when the response has none. */
  length: number | null;
  body: AsyncIterable<Uint8Array>;
};

/** Why a file was not saved; a code of the dashboard's error responses. */
export class ReceiveError extends Error {
  readonly code: 'upstream_unreadable' | 'upstream_failed' | 'upstream_timeout';

  constructor(code: ReceiveError['code']) {
    super(code);
    this.name = 'ReceiveError';
    this.code = code;
  }
}

const fileBytesMax = 8 * 1024 ** 3;

/**
 * Writes a file to disk as it arrives, reports every chunk to `live`, and checks it: format from the first
 * bytes, announced length, proper end. Keeps a few MB in memory: bytes waiting for the disk, and the latest
 * ones for readers. On any error the file is removed and ReceiveError thrown; `onFormat` runs before the first
 * byte can be served.
 */
export async function receive(
  live: ActiveDownload,
  source: Source,
  onFormat: () => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  const writer = openWriter(await open(live.path, 'wx', 0o600), live.recent.wrote);
  let whole = false;
  try {
    const received = await copy(live, source, writer, onFormat);
    whole = true;
    return received;
  } finally {
    await writer.close();
    if (!whole) await rm(live.path, { force: true });
  }
}

async function copy(live: ActiveDownload, source: Source, writer: FileWriter, onFormat: () => Promise<void>) {
  let head: Uint8Array = new Uint8Array(0);
  const recent: Uint8Array[] = [];
  let size = 0;
  live.total = source.length;
  for await (const chunk of source.body) {
    if (!live.format) {
      head = Buffer.concat([head, chunk]);
      if (head.byteLength < headBytes) continue;
      live.format = formatOf(head, source.extension, source.contentType);
      if (!live.format) throw new ReceiveError('upstream_unreadable');
      await onFormat();
    }
    const piece = size === 0 ? head : chunk;
    size += piece.byteLength;
    if (size > fileBytesMax) throw new ReceiveError('upstream_unreadable');
    keepTail(recent, piece);
    live.recent.add(piece);
    live.size = size;
    live.tell();
    await writer.take(piece);
    await live.recent.pace();
  }
  if (!live.format || (source.length !== null && source.length !== size))
    throw new ReceiveError('upstream_unreadable');
  const tail = Buffer.concat(recent).subarray(-tailBytes);
  if (!endsWhole(live.format, tail, size)) throw new ReceiveError('upstream_unreadable');
  return { bytes: size, sha256: await writer.finish() };
}

/** Keeps just enough of the latest chunks to cover the tail. */
function keepTail(recent: Uint8Array[], piece: Uint8Array): void {
  recent.push(piece);
  let held = recent.reduce((sum, part) => sum + part.byteLength, 0);
  for (let first = recent[0]; first && held - first.byteLength >= tailBytes; first = recent[0]) {
    held -= first.byteLength;
    recent.shift();
  }
}
