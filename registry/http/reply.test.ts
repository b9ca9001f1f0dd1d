import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type Reply, send } from './reply.ts';

let reply: Reply;
const seen: Promise<number>[] = [];
const server = createServer((_req, res) => {
  const sent = send(res, reply, false);
  sent.catch(() => undefined);
  seen.push(sent);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

function streamed(pieces: () => AsyncIterable<Uint8Array>): Reply {
  return { status: 200, headers: {}, body: { stream: pieces } };
}

test('a body that fails halfway is a broken transfer, never a short complete one', async () => {
  reply = streamed(async function* () {
    yield Buffer.from('half');
    throw new Error('render failed');
  });
  const response = await fetch(address);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  await expect(seen.at(-1)).rejects.toThrow('render failed');
});

test('a client that disconnects ends the source', async () => {
  let ended = false;
  reply = streamed(async function* () {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      ended = true;
    }
  });
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal });
  await response.body?.getReader().read();
  stop.abort();
  await seen.at(-1);
  expect(ended).toBe(true);
});
