import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Writes a file's chunks in order and computes their digest, while the next ones arrive. */
export type FileWriter = {
  /** Takes the next chunk; await it when it returns a promise. Throws the error of an earlier write. */
  take(piece: Uint8Array): Promise<void> | undefined;
  /** SHA-256 in hexadecimal once all bytes are on disk; rejects when writing failed. */
  finish(): Promise<string>;
  /** Await at the end, also after an error: closes the file. */
  close(): Promise<void>;
};

/** Bytes of one write: chunks of a response are some 64 kB, and each write is a call to another thread. */
export const bufferBytes = 1024 * 1024;

/** Bytes are written after this time at the latest: other processes follow the file. */
const waitMs = 50;

/**
 * `file` is new and open for writing. `wrote` is called with the number of bytes in the file. Holds at most two
 * buffers: one that fills and one that is being written.
 */
export function openWriter(file: FileHandle, wrote: (bytes: number) => void): FileWriter {
  const hash = createHash('sha256');
  let pieces: Uint8Array[] = [];
  let held = 0;
  /** Bytes in the file. */
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  let failure: { reason: unknown } | undefined;

  /** Writes what is held, after the writes before it; resolves when it is in the file, or one of them failed. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (held === 0) return written;
    const bytes = Buffer.concat(pieces, held);
    pieces = [];
    held = 0;
    written = written
      .then(() => (failure ? undefined : append(bytes)))
      .catch((reason: unknown) => {
        failure ??= { reason };
      });
    return written;
  }

  /** A write may be partial: the rest follows. */
  async function append(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, size);
      done += bytesWritten;
      size += bytesWritten;
    }
    wrote(size);
  }

  return {
    take(piece) {
      if (failure) throw failure.reason;
      hash.update(piece);
      pieces.push(piece);
      held += piece.byteLength;
      if (held >= bufferBytes) return flush();
      timer ??= setTimeout(flush, waitMs);
      return undefined;
    },
    async finish() {
      await flush();
      if (failure) throw failure.reason;
      await file.sync();
      return hash.digest('hex');
    },
    async close() {
      await flush();
      await file.close();
    },
  };
}
