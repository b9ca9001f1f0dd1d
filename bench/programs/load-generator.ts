// Sends many requests over raw connections and returns latencies and requests per second.

import { connect, type Socket } from 'node:net';
import { quantile } from '../row.ts';

/** Result of a burst of requests. */
export type Burst = { p50: number; p99: number; perSecond: number };

const end = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** One connection that repeats the same request and reads each response to its end. */
function connection(url: URL, headers: Record<string, string>) {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const socket: Socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  let parts: Buffer[] = [];
  let reported: { done: () => void; failed: (error: Error) => void } | null = null;
  let length = -1;

  const wholeHead = (held: Buffer): number => {
    const at = held.indexOf(end);
    if (at < 0) return -1;
    const head = held.subarray(0, at).toString('latin1');
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(held.toString());
    const given = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    length = given === undefined ? 0 : at + 4 + Number(given);
    return at;
  };
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    try {
      if (length < 0 && wholeHead(parts.length === 1 ? chunk : Buffer.concat(parts)) < 0) return;
    } catch (error) {
      reported?.failed(error as Error);
      return;
    }
    const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
    const over = length > 0 ? size >= length : endsChunked(parts);
    if (!over) return;
    parts = [];
    length = -1;
    reported?.done();
  });
  socket.on('error', (error) => reported?.failed(error));
  socket.on('close', () => reported?.failed(new Error('The connection ended.')));
  return {
    request: () =>
      new Promise<void>((done, failed) => {
        reported = { done, failed };
        socket.write(request);
      }),
    close: () => {
      reported = null;
      socket.destroy();
    },
  };
}

function endsChunked(parts: readonly Buffer[]): boolean {
  const last = parts.at(-1) as Buffer;
  const tail = last.byteLength >= 5 ? last : Buffer.concat(parts.slice(-6));
  return tail.subarray(-5).equals(lastChunk);
}

/** The request that a connection repeats. */
export type Question = { address: string; headers: Record<string, string> };

/**
 * `requests` GETs over one keep-alive connection per question; any status but 200 throws. Milliseconds and
 * requests per second.
 */
export async function burst(questions: readonly Question[], requests: number): Promise<Burst> {
  const times: number[] = [];
  let left = requests;
  const began = performance.now();
  await Promise.all(
    questions.map(async ({ address, headers }) => {
      const { request, close } = connection(new URL(address), headers);
      try {
        while (left > 0) {
          left -= 1;
          const at = performance.now();
          await request();
          times.push(performance.now() - at);
        }
      } finally {
        close();
      }
    }),
  );
  const perSecond = times.length / ((performance.now() - began) / 1000);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), perSecond };
}
