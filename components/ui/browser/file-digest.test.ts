import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestOf } from './file-digest.ts';

const here = new AbortController().signal;

it('equals the SHA-256 of the whole file, whatever the parts', async () => {
  const bytes = Buffer.alloc(300_007, 'a share of a file ');
  const expected = createHash('sha256').update(bytes).digest('hex');
  const seen: number[] = [];
  expect(await digestOf(new Blob([bytes]), here, (read) => seen.push(read))).toBe(expected);
  expect(seen.at(-1)).toBe(bytes.length);
  const parts = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 977)
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + 977)));
      controller.close();
    },
  });
  expect(await digestOf({ size: bytes.length, stream: () => parts }, here, () => {})).toBe(expected);
});

it('of an empty file is that of no bytes', async () => {
  expect(await digestOf(new Blob([]), here, () => {})).toBe(createHash('sha256').digest('hex'));
});

it('ends when it is canceled', async () => {
  const leave = new AbortController();
  leave.abort();
  await expect(digestOf(new Blob(['x']), leave.signal, () => {})).rejects.toThrow();
});
