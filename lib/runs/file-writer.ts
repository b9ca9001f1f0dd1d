import type { FileHandle } from 'node:fs/promises';

/** Writes a file's pieces in order while the next ones arrive. */
export type FileWriter = {
  /** Takes the next piece; to be waited for where it gives a promise. Throws what an earlier write failed with. */
  take(piece: Uint8Array): Promise<void> | undefined;
  /** Resolves when all of it is in the file, rejects when it is not. */
  finish(): Promise<void>;
};

/** Each write wakes another thread, which takes longer than small ones are worth. */
const together = 1024 * 1024;
/** Nothing waits longer than this for company: other processes follow the file. */
const waitMs = 50;
/** Waiting to be written; the rest waits in the connection. */
const waitingMax = 2 * 1024 * 1024;
/** What the machine still holds back is asked for on the way, so that the end does not wait for all of it. */
const syncEvery = 8 * 1024 * 1024;

/** `wrote` hears how many bytes of the file are in it. */
export function openWriter(file: FileHandle, wrote: (bytes: number) => void): FileWriter {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let size = 0;
  let syncAt = syncEvery;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let fault: { why: unknown } | undefined;

  async function write(): Promise<void> {
    try {
      do {
        clearTimeout(timer);
        timer = undefined;
        const pieces = waiting;
        waiting = [];
        bytes = 0;
        size += await writeAll(file, pieces, size);
        wrote(size);
        if (size >= syncAt) {
          syncAt = size + syncEvery;
          // Beside the work; what it fails with, the sync at the end fails with as well.
          file.datasync().catch(() => undefined);
        }
      } while (bytes >= together);
    } catch (why) {
      fault = { why };
    }
    writing = undefined;
    if (bytes > 0 && !fault) soon();
  }

  const begin = () => {
    writing ??= write();
  };

  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      begin();
    }, waitMs);
  };

  async function settled(): Promise<void> {
    await writing;
    if (fault) throw fault.why;
  }

  return {
    take(piece) {
      waiting.push(piece);
      bytes += piece.byteLength;
      if (bytes >= together) begin();
      else soon();
      return fault || bytes >= waitingMax ? settled() : undefined;
    },
    async finish() {
      clearTimeout(timer);
      await writing;
      if (bytes > 0 && !fault) begin();
      await settled();
    },
  };
}

/** Writes pieces at a place and answers their bytes. A write may take less than it was given: the rest follows. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<number> {
  const all = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  let { bytesWritten: done } = await file.writev(pieces, at);
  const rest = done < all ? Buffer.concat(pieces) : null;
  while (rest && done < all) done += (await file.write(rest, done, all - done, at + done)).bytesWritten;
  return all;
}
