import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { Registry } from '../boot.ts';

const starts = {
  'a head': 'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'a body':
    'POST /connect/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nx',
} as const;

/** Starts requests that never end before the first test of a file; the tests of their outcome belong last. */
export function stalled(registry: () => Registry): () => void {
  const ended = new Map<string, Promise<string>>();
  beforeAll(() => {
    for (const [name, start] of Object.entries(starts)) ended.set(name, drip(registry().server.port, start));
  });
  return () => {
    test.each(Object.keys(starts))(
      '%s that never ends is rejected, even if bytes keep arriving',
      async (name) => {
        const text = await ended.get(name);
        expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
        expect(text).toContain('did not end in time');
      },
    );
  };
}

function drip(port: number, start: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(start);
  const dripping = setInterval(() => socket.write('x'), 1_000);
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(text);
    });
  });
}
