// Streams report files to the browser, whole or a range, also while they arrive.

import 'server-only';
import { type FileHandle, open } from 'node:fs/promises';
import type { ActiveDownload } from './active-download.ts';
import { attachment } from './file-name.ts';
import type { Follower, TailBuffer } from './tail-buffer.ts';

const pieceBytes = 256 * 1024;

/** Headers of every report file: always a download, never cached, never compressed. */
export function fileHeaders(file: {
  fileName: string;
  contentType: string;
  bytes: number | null;
  sha256: string | null;
}): Headers {
  const headers = new Headers({
    'content-type': file.contentType,
    'content-disposition': attachment(file.fileName),
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'accept-ranges': file.sha256 ? 'bytes' : 'none',
  });
  // The framework drops Content-Length from route handlers, so the page takes the size from a second header.
  if (file.bytes !== null) {
    headers.set('content-length', String(file.bytes));
    headers.set('x-file-size', String(file.bytes));
  }
  if (file.sha256) {
    headers.set('etag', `"${file.sha256}"`);
    headers.set('repr-digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`);
  }
  return headers;
}

/** Waits until a live run's first bytes were accepted (true) or it failed (false). */
export async function hasBegun(live: ActiveDownload, signal: AbortSignal): Promise<boolean> {
  while (live.fileName === null && live.ended === null) {
    await Promise.race([live.changed(), aborted(signal)]);
    if (signal.aborted) return false;
  }
  return live.fileName !== null && live.ended !== 'failed';
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/**
 * The bytes of a live run as they arrive, at the reader's pace, one chunk in memory. Ends cleanly only after
 * the whole file was checked; on failure the stream is aborted, so that a truncated file is never taken for a
 * complete one.
 */
export function streamLive(live: ActiveDownload): ReadableStream<Uint8Array> {
  const until = async (at: number) => {
    for (;;) {
      const { ended, size, total } = live;
      if (ended === 'failed') throw new Error('The report broke off.');
      // The last byte is held back until the file is verified: with a known length, it would look complete.
      const limit = ended === 'ready' ? size : Math.min(size, (total ?? Infinity) - 1);
      if (limit > at) return limit;
      if (ended === 'ready') return null;
      await live.changed();
    }
  };
  return pieces(live.path, 0, until, live.recent);
}

/** The bytes of a finished file from `start` to `end`, exclusive. */
export function streamFile(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  return pieces(path, start, async (at) => (at < end ? end : null));
}

/**
 * `until(at)` returns up to where bytes can be read, waiting if needed, or null at the end. Bytes still in
 * `recent` are not read from disk.
 */
function pieces(
  path: string,
  start: number,
  until: (at: number) => Promise<number | null>,
  recent?: TailBuffer,
): ReadableStream<Uint8Array> {
  let file: FileHandle | null = null;
  let at = start;
  let follower: Follower | undefined;
  const close = async () => {
    follower?.leave();
    const closing = file;
    file = null;
    await closing?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const limit = await until(at);
          if (limit === null) {
            await close();
            controller.close();
            return;
          }
          follower ??= recent?.follow();
          const known = recent?.at(at)?.subarray(0, limit - at);
          if (known) {
            at += known.byteLength;
            follower?.moveTo(at);
            return controller.enqueue(known);
          }
          file ??= await open(path, 'r');
          const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, limit - at));
          const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at);
          if (bytesRead === 0) throw new Error('The report file is shorter than recorded.');
          at += bytesRead;
          follower?.moveTo(at);
          controller.enqueue(buffer.subarray(0, bytesRead));
        } catch (error) {
          await close();
          controller.error(error);
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/**
 * One `bytes=a-b` range of a file as [start, end), 'unsatisfiable', or null when the header is absent or has
 * another form.
 */
export function parseRange(header: string | null, size: number): [number, number] | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size);
    return last === 0 ? 'unsatisfiable' : [size - last, size];
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size : Math.min(Number(match[2]) + 1, size);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : [start, end];
}
