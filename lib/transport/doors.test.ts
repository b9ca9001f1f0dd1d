import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answeredAtDoor, openDoor } from './doors.ts';

const text = JSON.stringify({ rows: Array.from({ length: 100 }, (_, at) => `row ${at} of Ünïcode`) });
const plain = {
  status: 200,
  headers: { 'content-length': String(Buffer.byteLength(text)), 'x-of': 'door' },
  text,
};
let given: string[] = [];
let left = Promise.withResolvers<void>();

openDoor('short', /^\/door\/short$/, async () => ({
  status: 404,
  headers: { 'content-length': '2' },
  text: '{}',
}));
openDoor('long', /^\/door\/long\/(\w+)(?:\?.*)?$/, async (asked, parts) => {
  given = [...parts, asked.url, asked.headers.get('x-mine') ?? ''];
  return plain;
});
openDoor('file', /^\/door\/(file|cut|endless)$/, async (_asked, [kind]) => {
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(line) {
        at += 1;
        if (at > 3 && kind === 'cut') throw new Error('broke off');
        if (at > 3 && kind === 'file') line.close();
        else line.enqueue(new Uint8Array(64 * 1024).fill(at));
      },
      cancel: () => left.resolve(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: 206, headers: { 'content-type': 'application/pdf' } });
});
openDoor('held', /^\/door\/held$/, async ({ signal }) => {
  await once(signal, 'abort');
  left.resolve();
  return plain;
});
openDoor('broken', /^\/door\/broken$/, () => Promise.reject(new Error('ours')));

const server = createServer((incoming, response) => {
  if (!answeredAtDoor(incoming, response)) response.end('framework');
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => void server.close());

type Given = { method?: string; headers?: Record<string, string>; body?: string };

async function ask(path: string, { body, ...options }: Given = {}) {
  const { port } = server.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, path, agent: false, ...options });
  call.end(body);
  const [answer] = await once(call, 'response');
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode as number, headers: answer.headers, bytes };
}

test('a plain GET is answered at the door, with what it asks and how long the answer is', async () => {
  const { status, headers, bytes } = await ask('/door/long/abc?x=1', { headers: { 'x-mine': 'mine' } });
  expect([status, bytes.toString(), headers['content-length']]).toEqual([200, text, String(bytes.length)]);
  expect(headers['x-of']).toBe('door');
  expect(given).toEqual(['abc', 'http://door/door/long/abc?x=1', 'mine']);
});

test('a short answer, of any status, is as long as it says', async () => {
  const { status, headers, bytes } = await ask('/door/short', { headers: { 'accept-encoding': 'gzip' } });
  expect([status, headers['content-length'], bytes.toString()]).toEqual([404, '2', '{}']);
  // As in the framework: a response that combines secrets with user input is not compressed (BREACH).
  expect(headers['content-encoding']).toBeUndefined();
});

test.each([
  ['/door/long/abc', { method: 'POST' }],
  ['/door/long/abc', { method: 'OPTIONS' }],
  ['/door/long/abc', { headers: { 'content-length': '2' }, body: '{}' }],
  ['/door/long/abc', { headers: { 'transfer-encoding': 'chunked' }, body: '{}' }],
  ['/door/long/abc/', {}],
  ['//door/long/abc', {}],
  ['/other', {}],
])('%s %j is left to the framework', async (path, options) => {
  expect((await ask(path, options)).bytes.toString()).toBe('framework');
});

test('a file comes whole, with its own headers', async () => {
  const { status, headers, bytes } = await ask('/door/file');
  expect([status, headers['content-type'], bytes.length]).toEqual([206, 'application/pdf', 3 * 64 * 1024]);
  expect([0, 1, 2].map((at) => bytes[at * 64 * 1024])).toEqual([1, 2, 3]);
});

test('a file that breaks off never looks whole', async () => {
  await expect(ask('/door/cut')).rejects.toThrow(/aborted/);
});

test.each(['/door/endless', '/door/held'])('who leaves ends the work behind %s', async (path) => {
  left = Promise.withResolvers();
  const { port } = server.address() as AddressInfo;
  const reached = once(server, 'request');
  const call = request({ host: '127.0.0.1', port, path, agent: false });
  call.on('error', () => undefined).end();
  if (path === '/door/endless') {
    const [answer] = await once(call, 'response');
    await once(answer, 'data');
  } else await reached;
  call.destroy();
  await left.promise;
});

test('a fault of our own says nothing to the caller', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { status, bytes } = await ask('/door/broken');
  expect([status, bytes.length, told.mock.calls.length]).toEqual([500, 0, 1]);
  told.mockRestore();
});
