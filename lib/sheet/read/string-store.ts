import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type StringStore = {
  add(text: string): void;
  /** The text with this number, from 0; undefined beyond the last. */
  get(index: number): string | undefined;
  close(): void;
};

/** Texts that are read and cached together. */
const groupSize = 32;
const cachedCharsMax = 32 * 1024 ** 2;
const flushBytes = 1024 ** 2;

/**
 * Texts by number in a temporary file, so that the shared strings of a workbook do not have to fit into memory. Groups
 * of neighbors are cached, because sheets use strings nearly in their order.
 */
export function openStringStore(): StringStore {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-strings-'));
  const file = openSync(join(folder, 'strings'), 'w+', 0o600);
  const starts: number[] = [];
  const cache = new Map<number, string[]>();
  let cachedChars = 0;
  let count = 0;
  let length = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  const flush = () => {
    const bytes = Buffer.concat(waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    waiting = [];
    waitingBytes = 0;
  };

  const add = (text: string) => {
    if (count % groupSize === 0) starts.push(length);
    const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
    bytes.writeUInt32LE(bytes.length - 4, 0);
    bytes.write(text, 4);
    waiting.push(bytes);
    waitingBytes += bytes.length;
    length += bytes.length;
    count += 1;
    if (waitingBytes >= flushBytes) flush();
  };

  const readGroup = (group: number): string[] => {
    if (waitingBytes > 0) flush();
    const start = starts[group]!;
    const bytes = Buffer.allocUnsafe((starts[group + 1] ?? length) - start);
    for (let at = 0; at < bytes.length; ) at += readSync(file, bytes, at, bytes.length - at, start + at);
    const texts: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 4 + bytes.readUInt32LE(at);
      texts.push(bytes.toString('utf8', at + 4, end));
      at = end;
    }
    return texts;
  };

  const get = (index: number) => {
    if (!Number.isInteger(index) || index < 0 || index >= count) return undefined;
    const group = Math.floor(index / groupSize);
    let texts = cache.get(group);
    if (!texts) {
      texts = readGroup(group);
      cachedChars += charsOf(texts);
      cache.set(group, texts);
      for (const [oldest, held] of cache) {
        if (cachedChars <= cachedCharsMax || oldest === group) break;
        cache.delete(oldest);
        cachedChars -= charsOf(held);
      }
    }
    return texts[index % groupSize];
  };

  const close = () => {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  };
  return { add, get, close };
}

const charsOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length + 32, 0);
