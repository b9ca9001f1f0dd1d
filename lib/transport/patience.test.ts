import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { endSlowSenders } from './patience.ts';
import { listening } from './server-for-tests.ts';

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  if (request.url === '/early') response.end('early');
  const body = await request.toArray().catch(() => null);
  if (request.url !== '/early' && body) response.end(`got ${Buffer.concat(body).length}`);
});
const port = listening(server, () => endSlowSenders({ headMs: 200, bodyMs: 200 }));

/** What is received until the other side closes; `drip` is sent repeatedly meanwhile. */
async function until(first: string, drip = ''): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  let heard = '';
  socket.on('data', (piece) => (heard += piece)).on('error', () => undefined);
  if (first) socket.write(first);
  const timer = drip ? setInterval(() => socket.writable && socket.write(drip), 20) : undefined;
  await once(socket, 'close');
  clearInterval(timer);
  return heard;
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;

test.each([
  ['half a head', 'GET / HTTP/1.1\r\nhost:', '', /^HTTP\/1\.1 408 /],
  ['a head that grows', 'GET / HTTP/1.1\r\n', 'x: y\r\n', /^HTTP\/1\.1 408 /],
  ['half a body', `${head('/', 10)}12345`, '', /^HTTP\/1\.1 408 /],
  ['a body that drips', head('/', 1_000_000), '1', /^HTTP\/1\.1 408 /],
  [
    'a body without end',
    'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\na\r\n',
    /^HTTP\/1\.1 408 /,
  ],
  ['a body nobody waits for', head('/early', 10), '', /^HTTP\/1\.1 200 .*early$/s],
  ['nothing at all', '', '', /^$/],
])('%s: the connection is closed', async (_name, first, drip, heard) => {
  expect(await until(first, drip)).toMatch(heard);
});

test('a request that is there in time is answered, and its connection may rest', async () => {
  const socket = connect(port(), '127.0.0.1');
  let heard = '';
  socket.on('data', (piece) => (heard += piece));
  for (const count of [1, 2]) {
    socket.write(`${head('/', 5)}12345`);
    await expect.poll(() => heard.match(/got 5/g)?.length).toBe(count);
    await new Promise((rested) => setTimeout(rested, 300));
  }
  expect(socket.writable).toBe(true);
  socket.destroy();
});
