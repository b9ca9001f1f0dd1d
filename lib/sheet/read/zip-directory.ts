import type { FileHandle } from 'node:fs/promises';
import { Refusal, unreadable } from './refusal.ts';

export type DirectoryEntry = {
  name: string;
  method: 0 | 8;
  crc: number;
  packed: number;
  size: number;
  /** Where its header begins, and where its data begins. */
  offset: number;
  start: number;
};

/** Entries by path, folders left out. */
export type Directory = Map<string, DirectoryEntry>;

const endSignature = 0x06054b50;
const recordSignature = 0x02014b50;
const headerSignature = 0x04034b50;
const max16 = 0xffff;
const max32 = 0xffffffff;
/** Bytes of a central directory: a thousand entries with long names need far less. */
const directoryMax = 64 * 1024 ** 2;
const oldOffice = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Reads the central directory and compares it with the header of every entry. */
export async function readDirectory(
  file: FileHandle,
  fileSize: number,
  entriesMax: number,
): Promise<Directory> {
  if ((await bytesAt(file, 0, 8)).equals(oldOffice)) throw await oldFormat(file, fileSize);
  const end = await findEnd(file, fileSize);
  if (end.count > entriesMax) throw unreadable(`it has ${end.count} entries, and ${entriesMax} are allowed`);
  if (end.length > directoryMax || end.start + end.length > end.before)
    throw unreadable('its central directory does not fit');
  const bytes = await bytesAt(file, end.start, end.length);
  const entries = parseRecords(bytes, end.count);
  await findData(file, entries, end.start);
  return distinct(entries);
}

/** Excel 97 and encrypted workbooks begin with the same bytes; the latter name their encrypted part. */
async function oldFormat(file: FileHandle, size: number): Promise<Refusal> {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  const piece = 1024 ** 2;
  const [first, last] = [
    await bytesAt(file, 0, Math.min(size, piece)),
    await bytesAt(file, Math.max(size - piece, 0), Math.min(size, piece)),
  ];
  if (first.includes(name) || last.includes(name))
    return new Refusal('F02', 'The file is encrypted. Remove the password.');
  return unreadable('it is a workbook of Excel 97. Save it as XLSX');
}

type End = { count: number; start: number; length: number; before: number };

/** The end record, which is followed by nothing but its own comment. */
async function findEnd(file: FileHandle, size: number): Promise<End> {
  const tail = await bytesAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let at = tail.length - 22;
  while (
    at >= 0 &&
    (tail.readUInt32LE(at) !== endSignature || at + 22 + tail.readUInt16LE(at + 20) !== tail.length)
  )
    at -= 1;
  if (at < 0) throw unreadable('no central directory');
  const before = size - tail.length + at;
  const end: End = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
    before,
  };
  if (tail.readUInt16LE(at + 4) !== 0) throw unreadable('it is one part of several');
  const isLarge = end.count === max16 || end.length === max32 || end.start === max32;
  return isLarge ? largeEnd(file, before) : end;
}

async function largeEnd(file: FileHandle, before: number): Promise<End> {
  const locator = await bytesAt(file, before - 20, 20);
  if (locator.readUInt32LE(0) !== 0x07064b50) throw unreadable('no central directory');
  const at = exact(locator.readBigUInt64LE(8));
  const record = await bytesAt(file, at, 56);
  if (record.readUInt32LE(0) !== 0x06064b50) throw unreadable('no central directory');
  return {
    count: exact(record.readBigUInt64LE(32)),
    length: exact(record.readBigUInt64LE(40)),
    start: exact(record.readBigUInt64LE(48)),
    before: at,
  };
}

function exact(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable('it states impossible sizes');
  return Number(value);
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(length, 0));
  if (at < 0 || length < 0) throw unreadable('it is cut off');
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw unreadable('it is cut off');
  return bytes;
}

function parseRecords(bytes: Buffer, count: number): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== recordSignature)
      throw unreadable('its central directory is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw unreadable('its central directory is damaged');
    const flags = bytes.readUInt16LE(at + 8);
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength));
    if (flags & 1) throw new Refusal('F02', 'The file is encrypted. Remove the password.');
    // A link of Unix: what it points to is not in the archive.
    const isLink = bytes[at + 5] === 3 && ((bytes.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000;
    if (isLink || isUnsafe(name)) throw new Refusal('F04', `The entry ${name} has an unsafe path.`);
    const method = bytes.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw unreadable(`${name} is compressed in a way that is not read`);
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const wide = wideValues(extra);
    const take = (value: number) => (value === max32 ? exact(wide.shift() ?? BigInt(max32)) : value);
    const size = take(bytes.readUInt32LE(at + 24));
    const packed = take(bytes.readUInt32LE(at + 20));
    const offset = take(bytes.readUInt32LE(at + 42));
    entries.push({ name, method, crc: bytes.readUInt32LE(at + 16), packed, size, offset, start: 0 });
    at = next;
  }
  return entries;
}

/** The 64-bit values of the ZIP64 extra field, in their order. */
function wideValues(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1 && at + 4 + length <= extra.length)
      return Array.from({ length: Math.floor(length / 8) }, (_, index) =>
        extra.readBigUInt64LE(at + 4 + index * 8),
      );
    at += 4 + length;
  }
  return [];
}

function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function isUnsafe(name: string): boolean {
  const parts = name.split('/');
  return (
    name === '' ||
    name.startsWith('/') ||
    /[\\\0]/.test(name) ||
    /^[A-Za-z]:/.test(name) ||
    parts.includes('..') ||
    parts.includes('.')
  );
}

/** Where the data of each entry begins, from its own header; entries must not overlap. */
async function findData(file: FileHandle, entries: DirectoryEntry[], limit: number): Promise<void> {
  const byPlace = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [index, entry] of byPlace.entries()) {
    const header = await bytesAt(file, entry.offset, 30);
    if (header.readUInt32LE(0) !== headerSignature) throw unreadable(`${entry.name} has no header`);
    const nameLength = header.readUInt16LE(26);
    const name = nameOf(await bytesAt(file, entry.offset + 30, nameLength));
    if (name !== entry.name) throw unreadable(`${entry.name} is called ${name} in its own header`);
    entry.start = entry.offset + 30 + nameLength + header.readUInt16LE(28);
    const next = byPlace[index + 1]?.offset ?? limit;
    if (entry.start + entry.packed > next) throw unreadable(`${entry.name} overlaps what follows it`);
  }
}

function distinct(entries: readonly DirectoryEntry[]): Directory {
  const directory: Directory = new Map();
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = entry.name.toLowerCase();
    if (seen.has(key)) throw unreadable(`${entry.name} is in it twice`);
    seen.add(key);
    if (!entry.name.endsWith('/')) directory.set(entry.name, entry);
  }
  return directory;
}
