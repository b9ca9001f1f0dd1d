import type { ZipParts } from './read-workbook.ts';
import { unreadable } from './refusal.ts';

type Readable = Pick<Blob, 'size' | 'slice'>;
type Entry = { method: number; packed: number; size: number; offset: number };

const endBytes = 22;
const commentMax = 65_535;
const entriesMax = 1000;

/**
 * Opens an archive that a user chose, in the browser: its central directory is read, entries are expanded as they are
 * read, and never beyond the size they state. Throws Refusal for what cannot be read or is larger than the limits.
 */
export async function openBlobZip(
  file: Readable,
  limits: { fileMax: number; totalMax: number },
): Promise<ZipParts> {
  if (file.size > limits.fileMax) throw unreadable('it is too large');
  const entries = await directoryOf(file);
  let total = 0;
  for (const { size } of entries.values()) total += size;
  if (total > limits.totalMax) throw unreadable('it expands too far');
  // Several sheets may name one part, which is then read several times.
  let expanded = 0;
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (!entry) throw unreadable(`${name} is missing`);
    for await (const chunk of expand(file, name, entry)) {
      expanded += chunk.byteLength;
      if (expanded > 2 * limits.totalMax) throw unreadable('it expands too far');
      yield chunk;
    }
  }
  return { names: [...entries.keys()], read };
}

async function viewOf(file: Readable, from: number, to: number): Promise<DataView> {
  if (from < 0 || to > file.size) throw unreadable('it is cut off');
  return new DataView(await file.slice(from, to).arrayBuffer());
}

async function directoryOf(file: Readable): Promise<Map<string, Entry>> {
  const tailAt = Math.max(0, file.size - endBytes - commentMax);
  const tail = await viewOf(file, tailAt, file.size);
  let end = tail.byteLength - endBytes;
  while (end >= 0 && (tail.getUint32(end, true) !== 0x06054b50 || !endsAt(tail, end))) end -= 1;
  if (end < 0) throw unreadable('no central directory');
  const count = tail.getUint16(end + 10, true);
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (count > entriesMax) throw unreadable('it has too many entries');
  return recordsOf(await viewOf(file, start, start + length), count);
}

/** Nothing follows the end record but its own comment. */
const endsAt = (tail: DataView, at: number) =>
  at + endBytes + tail.getUint16(at + 20, true) === tail.byteLength;

function recordsOf(records: DataView, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const names = new TextDecoder();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > records.byteLength || records.getUint32(at, true) !== 0x02014b50)
      throw unreadable('its central directory is damaged');
    const nameLength = records.getUint16(at + 28, true);
    const next = at + 46 + nameLength + records.getUint16(at + 30, true) + records.getUint16(at + 32, true);
    if (next > records.byteLength) throw unreadable('its central directory is damaged');
    if (records.getUint16(at + 8, true) & 1) throw unreadable('it is encrypted');
    const name = names.decode(new Uint8Array(records.buffer, at + 46, nameLength));
    // Which of two a program shows is not known.
    if (entries.has(name)) throw unreadable(`${name} is in it twice`);
    entries.set(name, {
      method: records.getUint16(at + 10, true),
      packed: records.getUint32(at + 20, true),
      size: records.getUint32(at + 24, true),
      offset: records.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

async function* expand(file: Readable, name: string, entry: Entry): AsyncGenerator<Uint8Array> {
  const { method, packed, size, offset } = entry;
  if (method !== 0 && method !== 8) throw unreadable(`${name} is compressed in a way that is not read`);
  const header = await viewOf(file, offset, offset + 30);
  if (header.getUint32(0, true) !== 0x04034b50) throw unreadable(`${name} has no header`);
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packed > file.size) throw unreadable('it is cut off');
  const data = file.slice(start, start + packed).stream();
  const reader = (method === 0 ? data : data.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw unreadable(`${name} is damaged`);
      });
      if (done) break;
      bytes += value.byteLength;
      if (bytes > size) throw unreadable(`${name} is larger than it states`);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (bytes !== size) throw unreadable(`${name} is damaged`);
}
