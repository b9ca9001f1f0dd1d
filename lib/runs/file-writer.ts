import { constants, type FileHandle, open } from 'node:fs/promises';
import { type Block, blockBytes, digestThread } from './digest-thread.ts';

/** A new file, open for writing. `direct` bypasses the page cache; null where that is not supported. */
export type Target = { file: FileHandle; direct: FileHandle | null };

/** Writes a file's chunks in order and computes their digest, while the next ones arrive. */
export type FileWriter = {
  /** Takes the next chunk; await it when it returns a promise. Throws the error of an earlier write. */
  take(piece: Uint8Array): Promise<void> | undefined;
  /** SHA-256 in hexadecimal once all bytes are on disk; rejects when writing failed. */
  finish(): Promise<string>;
  /** Await at the end, also after an error: closes the file. */
  close(): Promise<void>;
};

/**
 * Bytes are written after this time at the latest: other processes follow the file, and other files need the
 * block.
 */
const waitMs = 50;

/** Creates the file at `path`, which must not exist. */
export async function openTarget(path: string): Promise<Target> {
  const file = await open(path, 'wx', 0o600);
  const flag: number | undefined = constants.O_DIRECT;
  const direct = flag === undefined ? null : open(path, constants.O_WRONLY | flag).catch(() => null);
  return { file, direct: await direct };
}

/**
 * `wrote` is called with the number of bytes in the file. Full, aligned blocks bypass the page cache, so that a
 * large file neither waits for memory nor evicts the database from the cache. Holds up to four blocks, which
 * all files share.
 */
export function openWriter({ file, direct }: Target, wrote: (bytes: number) => void): FileWriter {
  const thread = digestThread();
  const id = thread.open();
  let block: Block | undefined;
  let filled = 0;
  /** Bytes in blocks that were submitted. */
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  let fault: { why: unknown } | undefined;

  /** A block ends where the next aligned block of the file begins, even when part of it was written early. */
  const room = () => blockBytes - (sent % blockBytes) - filled;

  function put(piece: Uint8Array, from: number): Promise<void> | undefined {
    for (let at = from; at < piece.byteLength; ) {
      if (fault) throw fault.why;
      if (!block) {
        const next = thread.block();
        if (next instanceof Promise) return putInto(next, piece, at);
        block = next;
      }
      const part = piece.subarray(at, at + room());
      block.bytes.set(part, filled);
      filled += part.byteLength;
      at += part.byteLength;
      if (room() === 0) send();
    }
    if (block) timer ??= setTimeout(send, waitMs);
    return undefined;
  }

  async function putInto(next: Promise<Block>, piece: Uint8Array, from: number): Promise<void> {
    block = await next;
    await put(piece, from);
  }

  /** Submits the block, full or not. */
  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!block) return;
    const [full, length, at] = [block, filled, sent];
    block = undefined;
    filled = 0;
    sent += length;
    const added = thread.add(id, full, length);
    // One after the other: the file's size tells others how many bytes are valid.
    const writing = written.then(() => (fault ? undefined : writeAt(full, length, at)));
    written = Promise.allSettled([writing, added]).then((ends) => {
      thread.giveBack(full);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) fault ??= { why: failed.reason };
      if (!fault) wrote(at + length);
    });
  }

  /** A write may be partial: the rest follows, as do bytes that cannot bypass the cache. */
  async function writeAt({ bytes }: Block, length: number, at: number): Promise<void> {
    const whole = length === blockBytes ? direct : null;
    let done = (await whole?.write(bytes, 0, length, at).catch(unlessRefused))?.bytesWritten ?? 0;
    while (done < length) done += (await file.write(bytes, done, length - done, at + done)).bytesWritten;
  }

  return {
    take: (piece) => put(piece, 0),
    async finish() {
      send();
      await written;
      if (fault) throw fault.why;
      const sha256 = await thread.digest(id);
      await file.sync();
      return sha256;
    },
    async close() {
      send();
      await written;
      thread.forget(id);
      await Promise.all([file.close(), direct?.close()]);
    },
  };
}

/** The error of a file system that knows the flag but does not support it. */
function unlessRefused(why: NodeJS.ErrnoException): null {
  if (why.code === 'EINVAL') return null;
  throw why;
}
