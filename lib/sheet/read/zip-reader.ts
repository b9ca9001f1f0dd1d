import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { Refusal, unreadable } from './refusal.ts';
import { type Directory, type DirectoryEntry, readDirectory } from './zip-directory.ts';

export type ZipLimits = {
  /** Bytes of the file itself. */
  fileMax: number;
  entriesMax: number;
  /** Bytes of one entry, and of all together, after expansion. */
  entryMax: number;
  totalMax: number;
  /** How many times an entry may expand beyond its first 100 KiB. */
  ratioMax: number;
};

export const defaultLimits: ZipLimits = {
  fileMax: 512 * 1024 ** 2,
  entriesMax: 1000,
  entryMax: 4 * 1024 ** 3,
  totalMax: 8 * 1024 ** 3,
  ratioMax: 100,
};

export type ZipFile = {
  /** Paths of the entries, in the order of the archive. */
  names: readonly string[];
  /** The bytes of an entry. `anyRatio`: for data that is known to repeat itself; the limits of bytes stay. */
  read(name: string, options?: { anyRatio?: boolean }): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/** Bytes that may expand without limit: small files of repeated text are no attack. */
const freeBytes = 100 * 1024;

/**
 * Opens an archive by its central directory. Refuses unsafe paths, encryption, entries that overlap or differ from their
 * own headers. Bytes are counted while they expand, so that an archive that states wrong sizes is found out in time.
 */
export async function openZip(path: string, limits: ZipLimits = defaultLimits): Promise<ZipFile> {
  const file = await open(path, 'r');
  let directory: Directory;
  try {
    const { size } = await file.stat();
    if (size > limits.fileMax) throw unreadable(`it has ${size} bytes, and ${limits.fileMax} are allowed`);
    directory = await readDirectory(file, size, limits.entriesMax);
    let total = 0;
    for (const { name, size: stated } of directory.values()) {
      total += stated;
      if (stated > limits.entryMax || total > limits.totalMax) throw tooLarge(name, limits);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  let expanded = 0;
  async function* read(name: string, options: { anyRatio?: boolean } = {}): AsyncGenerator<Buffer> {
    const entry = directory.get(name);
    if (!entry) throw unreadable(`${name} is missing`);
    let bytes = 0;
    let sum = 0;
    try {
      for await (const chunk of expand(file, entry)) {
        bytes += chunk.length;
        expanded += chunk.length;
        if (bytes > limits.entryMax || expanded > 2 * limits.totalMax) throw tooLarge(name, limits);
        if (!options.anyRatio && bytes > freeBytes && bytes > entry.packed * limits.ratioMax)
          throw new Refusal('F03', `${name} expands more than ${limits.ratioMax} times.`);
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw unreadable(`${name} is damaged`);
    }
    if (bytes !== entry.size || sum !== entry.crc) throw unreadable(`${name} is damaged`);
  }
  return { names: [...directory.keys()], read, close: () => file.close() };
}

const tooLarge = (name: string, { entryMax }: ZipLimits) =>
  new Refusal('F03', `${name} expands beyond what is allowed, ${entryMax} bytes.`);

/** The stored or deflated bytes of an entry. */
async function* expand(file: FileHandle, entry: DirectoryEntry): AsyncGenerator<Buffer> {
  const packed = Readable.from(stored(file, entry), { objectMode: false });
  if (entry.method === 0) {
    yield* packed as AsyncIterable<Buffer>;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 65_536 });
  // The reader below sees the same error.
  pipeline(packed, inflate, () => undefined);
  yield* inflate as AsyncIterable<Buffer>;
}

async function* stored(file: FileHandle, { start, packed }: DirectoryEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed; ) {
    const chunk = Buffer.allocUnsafe(Math.min(262_144, packed - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
