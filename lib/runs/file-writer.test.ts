import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { bufferBytes, openWriter } from './file-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'sharebook-writer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const create = (name: string) => open(join(folder, name), 'wx', 0o600);

const sizes = [1, 70_000, 5, 1_500_000, 65_536, 3_000_000, 17, 4 * bufferBytes, 900_000];
const pieces = sizes.map((size) => randomBytes(size));
const all = Buffer.concat(pieces);

type Write = (bytes: Buffer, offset: number, length: number, at: number) => Promise<{ bytesWritten: number }>;

/** A new file whose writes are intercepted. */
async function intercepted(name: string, write: (handle: FileHandle) => Write): Promise<FileHandle> {
  const handle = await create(name);
  return {
    write: write(handle),
    sync: () => handle.sync(),
    close: () => handle.close(),
  } as unknown as FileHandle;
}

describe('file written while it is received', () => {
  test.each([
    ['whole', Infinity],
    ['in part', 300_007],
  ])('is complete, in order, with its digest, where the disk accepts writes %s', async (name, most) => {
    const reported: number[] = [];
    let writing = 0;
    const file = await intercepted(name, (handle) => async (bytes, offset, length, at) => {
      writing += 1;
      expect(writing).toBe(1);
      const response = await handle.write(bytes, offset, Math.min(length, most), at);
      writing -= 1;
      return response;
    });
    const writer = openWriter(file, (bytes) => reported.push(bytes));
    for (const [at, piece] of pieces.entries()) {
      await writer.take(piece);
      // Long enough that bytes are written before a buffer is full.
      if (at % 3 === 0) await pause(80);
      expect(readFileSync(join(folder, name)).byteLength).toBeGreaterThanOrEqual(reported.at(-1) ?? 0);
    }
    expect(await writer.finish()).toBe(sha256(all));
    await writer.close();
    expect(readFileSync(join(folder, name)).equals(all)).toBe(true);
    expect(reported.at(-1)).toBe(all.length);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  test('a small chunk is written before more arrives', async () => {
    const written = Promise.withResolvers<number>();
    const writer = openWriter(await create('little'), written.resolve);
    await writer.take(Buffer.from('abc'));
    expect(await written.promise).toBe(3);
    expect(await writer.finish()).toBe(sha256(Buffer.from('abc')));
    await writer.close();
  });

  test('awaiting each chunk keeps at most two buffers in memory', async () => {
    let inFile = 0;
    let given = 0;
    const file = await intercepted('slow', (handle) => async (...write) => {
      await pause(5);
      return handle.write(...write);
    });
    const writer = openWriter(file, (bytes) => {
      inFile = bytes;
    });
    for (let at = 0; at < 100; at += 1) {
      await writer.take(Buffer.alloc(100_000));
      given += 100_000;
      expect(given - inFile).toBeLessThan(2 * bufferBytes);
    }
    await writer.finish();
    await writer.close();
  });

  test('a disk error is reported to the writer, and at the end; other files continue', async () => {
    const full = async () => {
      throw Object.assign(new Error('Full.'), { code: 'ENOSPC' });
    };
    const writer = openWriter(await intercepted('full', () => full), () => undefined);
    const giving = async () => {
      for (let at = 0; at < 90; at += 1) await writer.take(Buffer.alloc(1_000_000));
    };
    await expect(giving()).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(writer.finish()).rejects.toMatchObject({ code: 'ENOSPC' });
    await writer.close();
    const next = openWriter(await create('next'), () => undefined);
    await next.take(all);
    expect(await next.finish()).toBe(sha256(all));
    await next.close();
  });

  test('an abandoned file is closed after its last write, and its name can be used again', async () => {
    const writer = openWriter(await create('left'), () => undefined);
    await writer.take(Buffer.alloc(5 * bufferBytes + 1));
    await writer.close();
    rmSync(join(folder, 'left'));
    const again = openWriter(await create('left'), () => undefined);
    expect(await again.finish()).toBe(sha256(Buffer.alloc(0)));
    await again.close();
  });
});
