import { expect, test } from 'vitest';
import { gather, unzip } from './archive-for-tests.ts';
import { writeZip } from './zip.ts';

const date = '2026-11-20';

test('entries are read back with their bytes, names in any script, stored or deflated', async () => {
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
  const bytes = await gather(
    writeZip(
      [
        { name: 'a/Ünïcode 東.txt', data: Buffer.from('hello') },
        { name: 'b.bin', data: [noise.subarray(0, 1000), noise.subarray(1000)] },
        { name: 'c.pdf', data: noise, store: true },
        { name: 'big.txt', data: Buffer.from('large'), large: true },
        { name: 'empty', data: [] },
      ],
      { date },
    ),
  );
  const entries = unzip(bytes);
  expect(entries.get('a/Ünïcode 東.txt')?.toString()).toBe('hello');
  expect(entries.get('b.bin')?.equals(noise)).toBe(true);
  expect(entries.get('c.pdf')?.equals(noise)).toBe(true);
  expect(entries.get('big.txt')?.toString()).toBe('large');
  expect(entries.get('empty')?.length).toBe(0);
});

test('more entries than 16 bits count get ZIP64 end records', async () => {
  function* many() {
    for (let index = 0; index < 65_600; index += 1) {
      yield { name: `${index}`, data: Buffer.from('x'), store: true };
    }
  }
  const entries = unzip(await gather(writeZip(many(), { date })));
  expect(entries.size).toBe(65_600);
  expect(entries.get('65599')?.toString()).toBe('x');
});

test('a failing source fails the archive', async () => {
  async function* failing() {
    yield Buffer.from('one');
    throw new Error('source broke');
  }
  await expect(gather(writeZip([{ name: 'x', data: failing() }], { date }))).rejects.toThrow('source broke');
});
