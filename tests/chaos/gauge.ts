// Reads memory, handles and descriptors of a running Node process through its inspector.

import { readdirSync } from 'node:fs';

/** What an idle process holds; `descriptors` is null where /proc is missing. */
export type Held = { heapBytes: number; rssBytes: number; handles: number; descriptors: number | null };

export type Gauge = { read: () => Promise<Held>; descriptors: () => number | null; close: () => void };

/** Flag for a Node process that is to be measured. */
export const gaugeFlag = '--inspect=127.0.0.1:0';

/** Timers are not counted: they end by themselves. */
const held = `JSON.stringify({
  ...process.memoryUsage(),
  handles: process.getActiveResourcesInfo().filter((kind) => !/^(Timeout|Immediate)$/.test(kind)).length,
})`;

/**
 * Reads a running process through its inspector, so that it needs no test code: memory after garbage
 * collection, and open handles. `text` is its stderr so far, which holds the inspector's address.
 */
export async function openGauge(pid: number, text: string): Promise<Gauge> {
  const address = /ws:\/\/[\w.:/-]+/.exec(text)?.[0];
  if (!address) throw new Error('The program does not say where its inspector is.');
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = () => fail(new Error('The inspector does not answer.'));
  });
  const waiting = new Map<number, (result: { result?: { value?: string } }) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let serial = 0;
  const request = (method: string, params = {}) => {
    serial += 1;
    const { promise, resolve } = Promise.withResolvers<{ result?: { value?: string } }>();
    waiting.set(serial, resolve);
    socket.send(JSON.stringify({ id: serial, method, params }));
    return promise;
  };
  const descriptors = () => {
    try {
      return readdirSync(`/proc/${pid}/fd`).length;
    } catch {
      return null;
    }
  };
  return {
    descriptors,
    async read() {
      // Twice: objects released by finalizers in the first round are collected in the second.
      for (let round = 0; round < 2; round += 1) await request('HeapProfiler.collectGarbage');
      const { result } = await request('Runtime.evaluate', { expression: held });
      const { heapUsed, external, rss, handles } = JSON.parse(result?.value ?? '{}');
      return { heapBytes: heapUsed + external, rssBytes: rss, handles, descriptors: descriptors() };
    },
    close: () => socket.close(),
  };
}
