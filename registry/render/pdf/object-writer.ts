import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createDeflate, deflate, type ZlibOptions } from 'node:zlib';
import { type PageBytes, pageBytes } from './page-bytes.ts';

/** Writes the objects of one PDF file. Dictionaries are packed into compressed object streams. */
export type ObjectWriter = {
  /** The number of a new object, which is written later. */
  reserve: () => number;
  /** Begins a dictionary, array or other value that is not a stream: what is written until the next one begins. */
  begin: (id: number) => PageBytes;
  /** The same with its whole text. */
  value: (id: number, text: string) => void;
  /** Writes a stream, compressed; `entries` are those of its dictionary besides length and filter. */
  stream: (id: number, entries: string, data: Uint8Array, options?: ZlibOptions) => void;
  /** The same, neither packed nor compressed: for what is filled in once the file is whole. */
  plain: (id: number, text: string) => void;
  /** Writes the values collected so far, if there are enough of them. */
  flush: () => void;
  /** Bytes written since the last call; may be empty. Waits while many streams are still being compressed. */
  take: () => Promise<Uint8Array>;
  /** Writes the rest, the cross-reference stream and the end of the file; `key` is what tells the file apart. */
  finish: (root: number, info: number, key: string) => Promise<void>;
};

/** Compressed on other threads, which takes a third of the whole time; written in order all the same. */
type Stream = { id: number; entries: string; data: Promise<Uint8Array> };
type Plain = { id: number; text: string };

/** Consecutive objects in consecutive places of one object stream. */
type PackedRun = { first: number; count: number; container: number; place: number };

/** Enough for good compression; a reader has to unpack a whole stream to read one object. */
const packedBytes = 65_536;
const packing = { level: 2, windowBits: 15, memLevel: 8, chunkSize: 16_384 };
/** Streams that may be in compression: enough to keep a second processor busy, few enough for memory. */
const streamsAhead = 8;
const compressed: (data: Uint8Array, options?: ZlibOptions) => Promise<Uint8Array> = promisify(deflate);
/** Bytes of an entry of the cross-reference stream: type, offset or container, place. */
const entryBytes = 1 + 5 + 4;

/**
 * Memory holds the offsets of streams and one entry per run of packed objects, not one per object: a list has
 * more than ten objects per row.
 */
export function objectWriter(): ObjectWriter {
  let pieces: Uint8Array[] = [];
  let written = 0;
  let last = 0;
  const streams: (Stream | Plain)[] = [];
  const offsets = new Map<number, number>();
  const runs: PackedRun[] = [];
  const index = pageBytes();
  const values = pageBytes();
  let packed = 0;
  let container = 0;

  function write(data: Uint8Array | string) {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    pieces.push(bytes);
    written += bytes.length;
  }

  function writeStream(id: number, entries: string, data: Uint8Array) {
    offsets.set(id, written);
    write(`${id} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${data.length}>>\nstream\n`);
    write(data);
    write('\nendstream\nendobj\n');
  }

  async function writeStreams(ahead: number) {
    for (const one of streams.splice(0, Math.max(0, streams.length - ahead)))
      if ('text' in one) {
        offsets.set(one.id, written);
        write(`${one.id} 0 obj\n${one.text}\nendobj\n`);
      } else writeStream(one.id, one.entries, await one.data);
  }

  function stream(id: number, entries: string, data: Uint8Array, options?: ZlibOptions) {
    streams.push({ id, entries, data: compressed(data, options) });
  }

  function flush(least = packedBytes) {
    if (packed === 0 || values.size() < least) return;
    const first = index.size();
    const data = Buffer.concat([index.written(), values.written()]);
    stream(container, `/Type/ObjStm/N ${packed}/First ${first}`, data, packing);
    index.clear();
    values.clear();
    packed = 0;
  }

  function begin(id: number): PageBytes {
    if (packed === 0) container = ++last;
    else values.text('\n');
    const run = runs.at(-1);
    if (run && run.container === container && run.first + run.count === id) run.count += 1;
    else runs.push({ first: id, count: 1, container, place: packed });
    index.integer(id);
    index.integer(values.size());
    packed += 1;
    return values;
  }

  write('%PDF-1.7\n%\xff\xff\xff\xff\n');

  return {
    reserve: () => ++last,
    begin,
    value: (id, text) => begin(id).text(text),
    stream,
    plain: (id, text) => void streams.push({ id, text }),
    flush: () => flush(),
    async take() {
      await writeStreams(streamsAhead);
      const bytes = Buffer.concat(pieces);
      pieces = [];
      return bytes;
    },
    async finish(root, info, key) {
      flush(0);
      await writeStreams(0);
      const id = ++last;
      const start = written;
      offsets.set(id, start);
      const table = await deflated(entries(last + 1, offsets, runs));
      const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
      const predictor = `/DecodeParms<</Predictor 12/Columns ${entryBytes}>>`;
      writeStream(
        id,
        `/Type/XRef/Size ${last + 1}/W[1 5 4]/Root ${root} 0 R/Info ${info} 0 R/ID[<${digest}><${digest}>]${predictor}`,
        table,
      );
      write(`startxref\n${start}\n%%EOF\n`);
    },
  };
}

/**
 * The entries of all objects below `size` in order. Each is written as its difference to the one before (the
 * predictor "up"), so that consecutive places compress to almost nothing.
 */
function* entries(
  size: number,
  offsets: ReadonlyMap<number, number>,
  runs: PackedRun[],
): Generator<Uint8Array> {
  runs.sort((a, b) => a.first - b.first);
  let before = Buffer.alloc(entryBytes);
  let chunk: Uint8Array[] = [];
  let at = 0;
  for (let id = 0; id < size; id += 1) {
    while ((runs[at]?.first ?? size) + (runs[at]?.count ?? 0) <= id) at += 1;
    const run = runs[at];
    const offset = offsets.get(id);
    const entry = Buffer.alloc(entryBytes);
    if (offset !== undefined) {
      entry[0] = 1;
      entry.writeUIntBE(offset, 1, 5);
    } else if (run && run.first <= id) {
      entry[0] = 2;
      entry.writeUIntBE(run.container, 1, 5);
      entry.writeUInt32BE(run.place + id - run.first, 6);
    }
    const row = Buffer.alloc(entryBytes + 1);
    row[0] = 2;
    for (let byte = 0; byte < entryBytes; byte += 1)
      row[byte + 1] = (entry[byte] as number) - (before[byte] as number);
    chunk.push(row);
    before = entry;
    if (chunk.length === 4096) {
      yield Buffer.concat(chunk);
      chunk = [];
    }
  }
  yield Buffer.concat(chunk);
}

async function deflated(source: Iterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of Readable.from(source).pipe(createDeflate({ level: 2 }))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Text as a string object in UTF-16, in hexadecimal so that no character needs an escape. */
export function textString(text: string): string {
  return `<feff${utf16(text.toWellFormed())}>`;
}

/** UTF-16 code units in hexadecimal. */
export function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('');
}
