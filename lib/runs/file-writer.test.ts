import { createHash, randomBytes } from 'node:crypto';
import { constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { blockBytes, digestThread } from './digest-thread.ts';
import { openTarget, openWriter, type Target } from './file-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'sharebook-writer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const sizes = [1, 70_000, 5, 1_500_000, 65_536, 3_000_000, 17, 4 * blockBytes, 9_000_000];
const pieces = sizes.map((size) => randomBytes(size));
const all = Buffer.concat(pieces);

type Write = (bytes: Buffer, offset: number, length: number, at: number) => Promise<{ bytesWritten: number }>;

/** A new file whose writes are intercepted. */
async function targetOf(path: string, hands: (handle: FileHandle, name: keyof Target) => Write) {
  const { file, direct } = await openTarget(path);
  const held = (handle: FileHandle, name: keyof Target) =>
    ({
      write: hands(handle, name),
      sync: () => handle.sync(),
      close: () => handle.close(),
    }) as unknown as FileHandle;
  return { file: held(file, 'file'), direct: direct && held(direct, 'direct') };
}

describe('a file written while it arrives', () => {
  // A disk that writes everything, or only part of each write, or refuses direct I/O.
  test.each([
    ['whole', Infinity, true],
    ['in part', 300_007, true],
    ['through the cache', Infinity, false],
  ])('is whole, in order, with its digest, where the disk takes pieces %s', async (name, most, past) => {
    const path = join(folder, name);
    const told: number[] = [];
    const target = await targetOf(path, (handle, way) => async (bytes, offset, length, at) => {
      if (way === 'file' || (past && most === Infinity))
        return handle.write(bytes, offset, Math.min(length, most), at);
      throw Object.assign(new Error('Not here.'), { code: 'EINVAL' });
    });
    const writer = openWriter(target, (bytes) => told.push(bytes));
    for (const [at, piece] of pieces.entries()) {
      await writer.take(piece);
      // Long enough that a block is written before it is full.
      if (at % 3 === 0) await pause(80);
      expect(readFileSync(path).byteLength).toBeGreaterThanOrEqual(told.at(-1) ?? 0);
    }
    expect(await writer.finish()).toBe(sha256(all));
    await writer.close();
    expect(readFileSync(path).equals(all)).toBe(true);
    expect(told.at(-1)).toBe(all.length);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  test('only whole blocks at their own boundaries go past the cache, one write after the other', async () => {
    const places: [number, number, string][] = [];
    let writing = 0;
    const target = await targetOf(
      join(folder, 'places'),
      (handle, way) => async (bytes, offset, length, at) => {
        places.push([at, length, way]);
        writing += 1;
        expect(writing).toBe(1);
        const answer = await handle.write(bytes, offset, length, at);
        writing -= 1;
        return answer;
      },
    );
    const writer = openWriter(target, () => undefined);
    await writer.take(Buffer.alloc(10));
    await pause(80);
    await writer.take(Buffer.alloc(2 * blockBytes));
    expect(await writer.finish()).toBe(sha256(Buffer.alloc(2 * blockBytes + 10)));
    await writer.close();
    expect(places).toEqual([
      [0, 10, 'file'],
      [10, blockBytes - 10, 'file'],
      [blockBytes, blockBytes, constants.O_DIRECT === undefined ? 'file' : 'direct'],
      [2 * blockBytes, 10, 'file'],
    ]);
  });

  test('many files at once share the blocks and each is its own', async () => {
    const files = Array.from({ length: 12 }, (_, at) => all.subarray(at * 1000));
    const digests = await Promise.all(
      files.map(async (bytes, at) => {
        const writer = openWriter(await openTarget(join(folder, `many-${at}`)), () => undefined);
        for (let from = 0; from < bytes.length; from += 300_000)
          await writer.take(bytes.subarray(from, from + 300_000));
        const digest = await writer.finish();
        await writer.close();
        return digest;
      }),
    );
    expect(digests).toEqual(files.map(sha256));
    for (const [at, bytes] of files.entries())
      expect(readFileSync(join(folder, `many-${at}`)).equals(bytes)).toBe(true);
  });

  test('a file of which little comes keeps no block from the others', async () => {
    const slow = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const written = Promise.withResolvers<number>();
        const writer = openWriter(await openTarget(join(folder, `slow-${at}`)), written.resolve);
        await writer.take(Buffer.from('abc'));
        return { writer, written: written.promise };
      }),
    );
    for (const { written } of slow) expect(await written).toBe(3);
    for (const { writer } of slow) {
      expect(await writer.finish()).toBe(sha256(Buffer.from('abc')));
      await writer.close();
    }
  });

  test('a disk that refuses is told to whoever gives more, and at the end; other files go on', async () => {
    const full = async () => {
      throw Object.assign(new Error('Full.'), { code: 'ENOSPC' });
    };
    const writer = openWriter(await targetOf(join(folder, 'full'), () => full), () => undefined);
    const giving = async () => {
      for (let at = 0; at < 90; at += 1) await writer.take(Buffer.alloc(1_000_000));
    };
    await expect(giving()).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(writer.finish()).rejects.toMatchObject({ code: 'ENOSPC' });
    await writer.close();
    const next = openWriter(await openTarget(join(folder, 'next')), () => undefined);
    await next.take(all);
    expect(await next.finish()).toBe(sha256(all));
    await next.close();
  });

  test('what is left in the middle is closed after its last write, and its name can be used again', async () => {
    const path = join(folder, 'left');
    const writer = openWriter(await openTarget(path), () => undefined);
    await writer.take(Buffer.alloc(5 * blockBytes + 1));
    await writer.close();
    rmSync(path);
    const again = openWriter(await openTarget(path), () => undefined);
    expect(await again.finish()).toBe(sha256(Buffer.alloc(0)));
    await again.close();
  });
});

test('a file that is forgotten leaves nothing in the digest of the next', async () => {
  const thread = digestThread();
  const [left, good] = [thread.open(), thread.open()];
  const block = await thread.block();
  block.bytes.set([1, 2, 3]);
  await thread.add(left, block, 3);
  thread.forget(left);
  await thread.add(good, block, 2);
  thread.giveBack(block);
  expect(await thread.digest(good)).toBe(sha256(Uint8Array.of(1, 2)));
  expect(await thread.digest(left)).toBe(sha256(Buffer.alloc(0)));
});
