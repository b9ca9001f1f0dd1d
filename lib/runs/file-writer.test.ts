import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDigest } from './file-digest.ts';
import { openWriter } from './file-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'sharebook-writer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sizes = [1, 70_000, 5, 1_500_000, 65_536, 3_000_000, 17];
const pieces = sizes.map((size) => randomBytes(size));
const all = Buffer.concat(pieces);

/** A handle that takes at most `most` bytes at a time, as a full pipe or disk may. */
const short = (file: FileHandle, most: number) =>
  ({
    writev: async (views: Uint8Array[], at: number) => {
      const some = Buffer.concat(views).subarray(0, most);
      return file.write(some, 0, some.byteLength, at);
    },
    write: (from: Buffer, offset: number, length: number, at: number) =>
      file.write(from, offset, Math.min(length, most), at),
    datasync: () => file.datasync(),
  }) as unknown as FileHandle;

describe('a file written while it arrives', () => {
  test.each([Infinity, 1_000_003])('is whole, in order, also when a write takes %d bytes', async (most) => {
    const path = join(folder, `${most}`);
    const file = await open(path, 'wx');
    const told: number[] = [];
    const writer = openWriter(short(file, most), (bytes) => told.push(bytes));
    for (const piece of pieces) await writer.take(piece);
    await writer.finish();
    await file.close();
    expect(readFileSync(path).equals(all)).toBe(true);
    expect(told.at(-1)).toBe(all.length);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  test('a small piece does not wait for company for good', async () => {
    const written = Promise.withResolvers<number>();
    const file = await open(join(folder, 'small'), 'wx');
    const writer = openWriter(file, written.resolve);
    await writer.take(Buffer.from('abc'));
    expect(await written.promise).toBe(3);
    await writer.finish();
    await file.close();
  });

  test('a disk that refuses is told to whoever gives more, and at the end', async () => {
    const full = { writev: () => Promise.reject(new Error('ENOSPC')) } as unknown as FileHandle;
    const writer = openWriter(full, () => undefined);
    const giving = async () => {
      for (let at = 0; at < 9; at += 1) await writer.take(Buffer.alloc(1_000_000));
    };
    await expect(giving()).rejects.toThrow('ENOSPC');
    await expect(writer.finish()).rejects.toThrow('ENOSPC');
  });
});

describe('the digest of a file that arrives', () => {
  // Null: read from the pieces; large: by the thread, from the file.
  test.each([null, 64 * 1024 * 1024])('length %s: that of its bytes', async (length) => {
    const path = join(folder, `digest-${length}`);
    const file = await open(path, 'wx');
    const digest = openDigest(path, length);
    const writer = openWriter(file, digest.wrote);
    for (const piece of [...pieces, ...pieces]) {
      digest.take(piece);
      await writer.take(piece);
    }
    await writer.finish();
    expect(await digest.end()).toBe(createHash('sha256').update(all).update(all).digest('hex'));
    await file.close();
  });

  test('a file that is not what was written is a fault, and the thread lives on', async () => {
    const path = join(folder, 'short');
    const file = await open(path, 'wx');
    const bad = openDigest(path, 64 * 1024 * 1024);
    bad.wrote(10);
    await expect(bad.end()).rejects.toThrow('shorter');
    const gone = openDigest(join(folder, 'nowhere'), 64 * 1024 * 1024);
    await expect(gone.end()).rejects.toThrow('ENOENT');
    openDigest(path, 64 * 1024 * 1024).drop();
    const good = openDigest(path, 64 * 1024 * 1024);
    expect(await good.end()).toBe(createHash('sha256').digest('hex'));
    await file.close();
  });
});
