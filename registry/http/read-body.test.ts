import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpError } from './http-error.ts';
import { readUpload } from './read-body.ts';

// Over a real connection: limits and types of a file in a request's body.
const server = createServer((req, res) => {
  readUpload(req).then(
    ({ mediaType, body }) => res.end(`${mediaType} ${body.length}`),
    ({ status, message }: HttpError) => res.writeHead(status, { connection: 'close' }).end(message),
  );
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function send(type: string, body: Buffer, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const call = request({ port, method: 'POST', headers: { 'content-type': type, ...headers } });
  call.on('error', () => undefined);
  call.end(body);
  const [response] = await once(call, 'response');
  let text = '';
  for await (const part of response) text += part;
  return `${response.statusCode} ${text}`;
}

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(bytes - 8)]);
const limit = 20 * 1024 * 1024;

test('a file of up to 20 MB', async () => {
  expect(await send('application/pdf', pdf(limit))).toBe(`200 application/pdf ${limit}`);
  expect(await send('application/pdf', pdf(limit + 1))).toBe('413 The body is larger than 20 MB.');
});

test('a longer one in chunks', async () => {
  expect(await send('application/pdf', pdf(limit + 1), { 'transfer-encoding': 'chunked' })).toBe(
    '413 The body is larger than 20 MB.',
  );
});

test.each([
  ['text/html', pdf(100), 'Content-Type must be one of'],
  ['image/svg+xml', pdf(100), 'Content-Type must be one of'],
  ['image/png', pdf(100), 'does not match'],
  ['application/pdf', Buffer.from('<html>'), 'does not match'],
  ['application/pdf', Buffer.alloc(0), 'does not match'],
])('%s with other bytes or another type', async (type, body, text) => {
  expect(await send(type, body)).toMatch(new RegExp(`^400 .*${text}`));
});

test('not compressed', async () => {
  expect(await send('application/pdf', pdf(100), { 'content-encoding': 'gzip' })).toMatch(/^400/);
});
