import { constants, type FileHandle, open } from 'node:fs/promises';
import { type Block, blockBytes, digestThread } from './digest-thread.ts';

/** A new file, open for writing; `direct` goes past the machine's cache, null where there is no such way. */
export type Target = { file: FileHandle; direct: FileHandle | null };

/** Writes a file's pieces in order, and makes their digest, while the next ones arrive. */
export type FileWriter = {
  /** Takes the next piece; to be waited for where it gives a promise. Throws what an earlier write failed with. */
  take(piece: Uint8Array): Promise<void> | undefined;
  /** SHA-256 in hexadecimal once all of it is on the disk; rejects when it is not. */
  finish(): Promise<string>;
  /** To be waited for at the end, good or bad: closes the file, which nothing is written to any more. */
  close(): Promise<void>;
};

/** Nothing waits longer than this for company: other processes follow the file, other files need the block. */
const waitMs = 50;

/** Creates the file at `path`, which must not be there. */
export async function openTarget(path: string): Promise<Target> {
  const file = await open(path, 'wx', 0o600);
  const flag: number | undefined = constants.O_DIRECT;
  const direct = flag === undefined ? null : open(path, constants.O_WRONLY | flag).catch(() => null);
  return { file, direct: await direct };
}

/**
 * `wrote` hears how many bytes of the file are in it. Whole blocks at their own boundaries go past the machine's cache: a
 * large file neither waits for fresh memory nor pushes the books out of it. Holds up to four blocks, which all files share.
 */
export function openWriter({ file, direct }: Target, wrote: (bytes: number) => void): FileWriter {
  const thread = digestThread();
  const id = thread.open();
  let block: Block | undefined;
  let filled = 0;
  /** Bytes in blocks that were sent on. */
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  let fault: { why: unknown } | undefined;

  /** A block ends where the next one of the file begins, also when some of it was written before it was full. */
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

  /** Sends on what is in the block, whole or not. */
  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!block) return;
    const [full, length, at] = [block, filled, sent];
    block = undefined;
    filled = 0;
    sent += length;
    const added = thread.add(id, full, length);
    // One after the other: the file's size tells others how much of it there is.
    const writing = written.then(() => (fault ? undefined : writeAt(full, length, at)));
    written = Promise.allSettled([writing, added]).then((ends) => {
      thread.giveBack(full);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) fault ??= { why: failed.reason };
      if (!fault) wrote(at + length);
    });
  }

  /** A disk may take less than it is given: the rest follows, and so does what cannot go past the cache. */
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

/** What a file system says that knows the flag and cannot do it. */
function unlessRefused(why: NodeJS.ErrnoException): null {
  if (why.code === 'EINVAL') return null;
  throw why;
}
