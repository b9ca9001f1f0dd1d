import type { write } from 'node:fs';
import { expect, test } from 'vitest';
import { lineWriter } from './line-writer.ts';

type Done = (error: NodeJS.ErrnoException | null, written?: number) => void;

/** A file descriptor whose writes complete only when the test allows it. */
function slowFile() {
  const calls: { text: string; done: Done }[] = [];
  const put = ((_fd: number, text: Buffer, from: number, length: number, _at: null, done: Done) => {
    calls.push({ text: text.subarray(from, from + length).toString(), done });
  }) as unknown as typeof write;
  return { calls, put };
}

const turn = () => new Promise((done) => setImmediate(() => setImmediate(done)));

test('lines go out in order, together, one write at a time; a short write goes on where it stopped', async () => {
  const { calls, put } = slowFile();
  const log = lineWriter(1, () => {}, put, setImmediate);
  log('one');
  log('two');
  await turn();
  log('three');
  await turn();
  expect(calls.map((call) => call.text)).toEqual(['one\ntwo\n']);
  calls[0]?.done(null, 3);
  expect(calls[1]?.text).toBe('\ntwo\n');
  calls[1]?.done(null, 5);
  expect(calls[2]?.text).toBe('three\n');
});

test('a reader that has stopped holds up nobody: lines beyond the limit are dropped and counted', async () => {
  const { calls, put } = slowFile();
  let dropped = 0;
  const log = lineWriter(1, () => (dropped += 1), put, setImmediate);
  log('first');
  await turn();
  for (let n = 0; n < 5_000; n += 1) log('x'.repeat(1023));
  expect(dropped).toBe(5_000 - 4_096);
  calls[0]?.done(null, 6);
  expect(calls[1]?.text).toHaveLength(4 * 1024 * 1024);
  log('after');
  calls[1]?.done(null, 4 * 1024 * 1024);
  expect(calls[2]?.text).toBe('after\n');
});
