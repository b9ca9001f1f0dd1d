import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { responseHeaders } from './headers.ts';
import { bareResponse, createHttpServer } from './http-server.ts';
import type { RequestSummary } from './request-summary.ts';
import { listening } from './server-for-tests.ts';
import { tracedId } from './trace.ts';

const reached: string[] = [];
const summaries: RequestSummary[] = [];

const patient = createHttpServer({
  headMs: 60_000,
  requestMs: 60_000,
  ended: (summary) => summaries.push(summary),
  handle: (incoming, response) => {
    reached.push(incoming.url ?? '');
    if (incoming.url === '/begun') return response.write('begun');
    const reply = JSON.stringify({ headers: incoming.headers, id: tracedId() });
    incoming.on('end', () => response.end(reply)).resume();
  },
});
const port = listening(patient, () => undefined);

type HttpResponse = { status: number | undefined; headers: Record<string, unknown>; text: string };

function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<HttpResponse> {
  return new Promise((done, failed) => {
    request({ host: '127.0.0.1', port: port(), path, headers, method }, async (response) => {
      const text = (await response.toArray()).join('');
      done({ status: response.statusCode, headers: response.headers, text });
    })
      .on('error', failed)
      .end();
  });
}

test('an idle connection is kept longer than usual proxies keep theirs', async () => {
  const response = await send('/', { connection: 'keep-alive' });
  const seconds = /timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test('every response has the headers and an ID, and request headers do not change the policy', async () => {
  const policy = "script-src 'nonce-AAAA'";
  const response = await send('/', {
    'content-security-policy': policy,
    'content-security-policy-report-only': policy,
    range: 'bytes=9-1',
    'x-kept': '1',
  });
  expect(response.headers).toMatchObject(responseHeaders);
  expect(Object.keys(responseHeaders).length).toBeGreaterThanOrEqual(7);
  const arrived = JSON.parse(response.text);
  expect(arrived.headers['x-kept']).toBe('1');
  expect(JSON.stringify(arrived)).not.toContain('nonce');
  expect(arrived.headers.range).toBeUndefined();
  expect(arrived.id).toBe(response.headers['x-request-id']);
  expect(arrived.id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a completed request is reported with values from closed lists only', async () => {
  const { headers } = await send('/issuers/1001/holders/RC-1?q=Ada', {}, 'DELETE');
  await expect.poll(() => summaries.at(-1)?.id).toBe(headers['x-request-id']);
  expect(summaries.at(-1)).toEqual({
    id: headers['x-request-id'],
    route: 'page',
    operation: undefined,
    method: 'DELETE',
    status: 200,
    cut: false,
    ms: expect.any(Number),
  });
});

test('an upgrade is handled like any other request', async () => {
  const { status } = await send('/', { connection: 'Upgrade', upgrade: 'websocket' });
  expect(status).toBe(200);
});

test.each([
  ['/api/holders/%E0%A4%A/tax-id/reveal', 'application/json; charset=utf-8'],
  ['/api/upstream/%', 'application/json; charset=utf-8'],
  ['http://books.example/api/upstream', 'text/html; charset=utf-8'],
  ['/api?next=/%E2%80%A8', 'application/json; charset=utf-8'],
  ['/issuers/%E0%A4%A', 'text/html; charset=utf-8'],
  ['/%ff', 'text/html; charset=utf-8'],
  ['/apis/%c0%af', 'text/html; charset=utf-8'],
])('%s is rejected: 400 with every header', async (path, type) => {
  reached.length = 0;
  const { status, headers, text } = await send(path);
  expect(status).toBe(400);
  expect(headers).toMatchObject({ ...responseHeaders, 'content-type': type, 'cache-control': 'no-store' });
  expect(text).toMatch(type.includes('json') ? /"code":"invalid"/ : /<h1>This address cannot be read<\/h1>/);
  // A query may contain anything; its reader validates it.
  for (const fine of ['/%E0%A4%A0?q=%E0%A4%A', '/100%25']) expect((await send(fine)).status).toBe(200);
  expect(reached).toEqual(['/%E0%A4%A0?q=%E0%A4%A', '/100%25']);
});

test('TRACE is rejected before the framework', async () => {
  expect((await send('/', {}, 'TRACE')).status).toBe(405);
});

/** What is received until the other side closes; `then` is sent once something has been received. */
async function receive(first: string, then = ''): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    if (text === '' && then) socket.write(then);
    text += piece;
  });
  socket.write(first);
  await once(socket, 'close');
  return text;
}

const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`;

describe('malformed requests', () => {
  test.each([
    ['no request', 'well, hello\r\n\r\n', '400 Bad Request'],
    ['a head without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}`, '431 Request Header'],
    ['a body that is none', `${chunked('/')}zz\r\n`, '400 Bad Request'],
    ['a target that is none', 'GET canary.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', '400 Bad Request'],
    ['a tunnel', 'CONNECT canary.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', '400 Bad Request'],
  ])('%s: rejected with the headers of every response, and closed', async (_name, sent, status) => {
    const response = await receive(sent);
    expect(response.startsWith(`HTTP/1.1 ${status}`)).toBe(true);
    for (const [name, value] of Object.entries(responseHeaders))
      expect(response).toContain(`\r\n${name}: ${value}\r\n`);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(response).toMatch(/\r\n\r\nThis (request cannot be read|server is no proxy)\.\n$/);
    expect(response).not.toContain('canary');
  });

  test('a response already started is aborted', async () => {
    const response = await receive(chunked('/begun'), 'zz\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*begun\r\n$/);
  });

  test('HSTS where the address is https', () => {
    expect(bareResponse('400 Bad Request', true)).toContain('\r\nstrict-transport-security: max-age=');
    expect(bareResponse('400 Bad Request', false)).not.toContain('strict-transport');
  });
});

describe('slow clients', () => {
  const impatient = createHttpServer({
    headMs: 200,
    requestMs: 300,
    handle: async (incoming, response) => {
      if (incoming.url === '/early') response.end('early');
      const body = await incoming.toArray().catch(() => null);
      if (incoming.url !== '/early' && body) response.end(`got ${Buffer.concat(body).length}`);
    },
  });
  const shortPort = listening(impatient, () => undefined);

  /** What is received until the other side closes; `drip` is sent repeatedly meanwhile. */
  async function until(first: string, drip = ''): Promise<string> {
    const socket = connect(shortPort(), '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => (received += piece)).on('error', () => undefined);
    if (first) socket.write(first);
    const timer = drip ? setInterval(() => socket.writable && socket.write(drip), 20) : undefined;
    await once(socket, 'close');
    clearInterval(timer);
    return received;
  }

  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;

  test.each([
    ['half a head', 'GET / HTTP/1.1\r\nhost:', '', /^HTTP\/1\.1 408 /],
    ['a head that grows', 'GET / HTTP/1.1\r\n', 'x: y\r\n', /^HTTP\/1\.1 408 /],
    ['half a body', `${head('/', 10)}12345`, '', /^HTTP\/1\.1 408 /],
    ['a body that drips', head('/', 1_000_000), '1', /^HTTP\/1\.1 408 /],
    ['a body without end', chunked('/'), '1\r\na\r\n', /^HTTP\/1\.1 408 /],
    ['a body nobody waits for', head('/early', 10), '', /^HTTP\/1\.1 200 .*early$/s],
    ['nothing at all', '', '', /^$/],
  ])('%s: the connection is closed', async (_name, first, drip, received) => {
    expect(await until(first, drip)).toMatch(received);
  });

  test('a request sent in time is served, and its connection stays open', async () => {
    const socket = connect(shortPort(), '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => (received += piece));
    for (const count of [1, 2]) {
      socket.write(`${head('/', 5)}12345`);
      await expect.poll(() => received.match(/got 5/g)?.length).toBe(count);
      await new Promise((rested) => setTimeout(rested, 400));
    }
    expect(socket.writable).toBe(true);
    socket.destroy();
  });
});
