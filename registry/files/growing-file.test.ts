import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { advance, growingFile, slice, tail } from './growing-file.ts';

const here = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'growing-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a reader that starts early gets every byte and ends with the file', async () => {
  const file = growingFile(join(folder, 'a'));
  const read = collect(tail(file, here));
  writeFileSync(file.path, 'first ');
  advance(file, { bytes: 6 });
  await new Promise((resolve) => setImmediate(resolve));
  appendFileSync(file.path, 'second');
  advance(file, { bytes: 12, state: 'Ready' });
  expect(await read).toBe('first second');
  expect(await collect(tail(file, here))).toBe('first second');
});

test('an error is never a clean end, before the first byte or after it', async () => {
  const file = growingFile(join(folder, 'b'));
  writeFileSync(file.path, 'half');
  advance(file, { bytes: 4 });
  const read = collect(tail(file, here));
  advance(file, { state: 'Failed' });
  await expect(read).rejects.toThrow('could not be completed');
});

test('a reader that disconnects while waiting ends at once', async () => {
  const file = growingFile(join(folder, 'c'));
  writeFileSync(file.path, 'half');
  advance(file, { bytes: 4 });
  const reader = new AbortController();
  const pieces = tail(file, reader.signal);
  expect((await pieces.next()).value?.toString()).toBe('half');
  const next = pieces.next();
  await expect.poll(() => file.waiting.size).toBe(1);
  reader.abort();
  expect(await next).toEqual({ value: undefined, done: true });
  expect(file.waiting.size).toBe(0);
});

test('a range of a file has exactly those bytes', async () => {
  const path = join(folder, 'd');
  writeFileSync(path, Buffer.alloc(200_000, 'abcdefghij'));
  expect(await collect(slice(path, 70_003, 70_008))).toBe('defgh');
  expect((await collect(slice(path, 1, 200_000))).length).toBe(199_999);
  await expect(collect(slice(path, 199_999, 200_001))).rejects.toThrow('shorter');
});

async function collect(source: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
