import { centralRecord, dataDescriptor, endRecords, localHeader, type Placed } from './zip-records.ts';

export type ZipEntry = {
  /** Path inside the archive, forward slashes. */
  name: string;
  data: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Stored uncompressed, for data that is already compressed. */
  store?: boolean;
  /**
   * Required when the entry may exceed 4 GiB; otherwise such an entry throws, and never gives an invalid
   * archive.
   */
  large?: boolean;
};

export type ZipOptions = {
  /** Deflate level 1-6; 4 by default. */
  level?: number;
  /** Date of every entry, 'yyyy-mm-dd', so that the same input gives the same bytes. */
  date: string;
};

/** The parts that differ between Node and browsers: checksums and compression. */
export type Packer = {
  crc32: (chunk: Uint8Array, before: number) => number;
  deflate: (source: AsyncIterable<Uint8Array>, level: number) => AsyncIterable<Uint8Array>;
};

const fourGiB = 0xffffffff;
const utf8 = new TextEncoder();

/**
 * Writes a ZIP archive as a stream: sizes follow each entry; ZIP64 records are used for an entry marked
 * `large`, or when offsets or the count need them. At most one chunk in memory; stopping early runs the entry
 * sources' `finally`. Works in browsers.
 */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  options: ZipOptions,
  packer: Packer,
): AsyncGenerator<Uint8Array> {
  const placed: Placed[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const item: Placed = {
      name: utf8.encode(entry.name),
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
    const counted = count(chunks(entry.data), item, packer);
    for await (const chunk of entry.store ? counted : packer.deflate(counted, options.level ?? 4)) {
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

async function* count(
  source: AsyncIterable<Uint8Array>,
  item: Placed,
  packer: Packer,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    item.crc = packer.crc32(chunk, item.crc);
    item.size += chunk.length;
    yield chunk;
  }
}
