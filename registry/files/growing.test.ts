import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { advance, growingFile, tail } from './growing.ts';

const folder = mkdtempSync(join(tmpdir(), 'growing-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a reader that starts early gets every byte and ends with the file', async () => {
  const file = growingFile(join(folder, 'a'));
  const read = collect(tail(file));
  writeFileSync(file.path, 'first ');
  advance(file, { bytes: 6 });
  await new Promise((resolve) => setImmediate(resolve));
  appendFileSync(file.path, 'second');
  advance(file, { bytes: 12, state: 'Ready' });
  expect(await read).toBe('first second');
  expect(await collect(tail(file))).toBe('first second');
});

test('a failure is never a clean end, before the first byte or after it', async () => {
  const file = growingFile(join(folder, 'b'));
  writeFileSync(file.path, 'half');
  advance(file, { bytes: 4 });
  const read = collect(tail(file));
  advance(file, { state: 'Failed' });
  await expect(read).rejects.toThrow('could not be completed');
});

async function collect(source: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
