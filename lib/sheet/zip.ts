import { crc32, createDeflateRaw } from 'node:zlib';
import { centralRecord, dataDescriptor, endRecords, localHeader, type Placed } from './zip-records.ts';

export type ZipEntry = {
  /** Path inside the archive, forward slashes. */
  name: string;
  data: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Kept as it is, for data that is compressed already. */
  store?: boolean;
  /** Set when the entry may exceed 4 GiB; without it such an entry ends in an error, never a bad archive. */
  large?: boolean;
};

export type ZipOptions = {
  /** Deflate level 1-6; 4 by default. */
  level?: number;
  /** Date every entry carries, 'yyyy-mm-dd', so that the same input gives the same bytes. */
  date: string;
};

const fourGiB = 0xffffffff;

/**
 * Writes a ZIP archive as a stream: sizes follow each entry, ZIP64 records appear when an entry marked
 * `large`, the offsets or the count need them. Nothing is held beyond one chunk; stopping early runs
 * the entry sources' `finally`.
 */
export async function* writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  options: ZipOptions,
): AsyncGenerator<Uint8Array> {
  const placed: Placed[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const item: Placed = {
      name: Buffer.from(entry.name, 'utf8'),
      date: options.date,
      method: entry.store ? 0 : 8,
      large: entry.large === true,
      offset,
      crc: 0,
      size: 0,
      packed: 0,
    };
    const header = localHeader(item);
    offset += header.length;
    yield header;
    const counted = count(chunks(entry.data), item);
    for await (const chunk of entry.store ? counted : deflate(counted, options.level ?? 4)) {
      item.packed += chunk.length;
      yield chunk;
    }
    if (!item.large && (item.size > fourGiB || item.packed > fourGiB)) {
      throw new RangeError(`${entry.name} exceeds 4 GiB and was not announced as large`);
    }
    const descriptor = dataDescriptor(item);
    offset += item.packed + descriptor.length;
    yield descriptor;
    placed.push(item);
  }
  const start = offset;
  for (const item of placed) {
    const record = centralRecord(item);
    offset += record.length;
    yield record;
  }
  yield endRecords(placed.length, start, offset - start);
}

async function* chunks(data: ZipEntry['data']): AsyncGenerator<Uint8Array> {
  if (data instanceof Uint8Array) yield data;
  else yield* data;
}

async function* count(source: AsyncIterable<Uint8Array>, item: Placed): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    item.crc = crc32(chunk, item.crc);
    item.size += chunk.length;
    yield chunk;
  }
}

/** One chunk is compressed on the thread pool while the source prepares the next. */
async function* deflate(source: AsyncIterable<Uint8Array>, level: number): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ level, chunkSize: 65536 });
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  packer.on('data', (chunk: Uint8Array) => ready.push(chunk));
  packer.on('error', (error) => {
    failure = error;
  });
  try {
    let writing: Promise<void> = Promise.resolve();
    for await (const chunk of source) {
      await writing;
      if (failure) throw failure;
      yield* ready.splice(0);
      writing = new Promise((done) => packer.write(chunk, () => done()));
    }
    await writing;
    const ended = new Promise<void>((done, fail) => packer.on('end', done).on('error', fail));
    packer.end();
    await ended;
    yield* ready.splice(0);
  } finally {
    packer.destroy();
  }
}
