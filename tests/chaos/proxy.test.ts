import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Chaos, type Fault, openChaos } from './proxy.ts';

// Tests the proxy itself: every fault does what its name says and nothing else.
let server: Server;
let chaos: Chaos;
let delivered: string[];
const long = 'x'.repeat(50_000);
const soon = { timeout: 30_000 };

beforeEach(async () => {
  delivered = [];
  server = createServer(async (call, response) => {
    let body = '';
    for await (const piece of call) body += piece;
    delivered.push(`${call.method} ${call.url} ${body}`.trim());
    response.end(call.url === '/long' ? long : `answer to ${call.url}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  chaos = await openChaos({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
});
afterEach(async () => {
  await chaos.stop();
  server.closeAllConnections();
  server.close();
});

const strike = (fault: Fault, path = '/') => {
  chaos.plan = (head) => (head.toString('latin1').split(' ')[1] === path ? fault : { kind: 'none' });
};

/** The response text, or `code after n bytes` when the connection ended early. */
function send(path: string, body?: string): Promise<string> {
  return new Promise((done) => {
    let text = '';
    const failed = (error: Error & { code?: string }) => done(`${error.code} after ${text.length} bytes`);
    const method = body ? 'POST' : 'GET';
    // A new connection: a keep-alive one could belong to the previous test at the same port.
    const sent = request({ host: '127.0.0.1', port: chaos.port, path, method, agent: false });
    sent.on('response', (response) => {
      response.setEncoding('utf8');
      response.on('data', (piece) => (text += piece));
      response.on('end', () => done(text));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

test('without a fault all data passes, large and small, several requests per connection', async () => {
  expect(await Promise.all([send('/a'), send('/long'), send('/b', 'body')])).toEqual([
    'answer to /a',
    long,
    'answer to /b',
  ]);
  const socket = connect(chaos.port, '127.0.0.1');
  for (const path of ['/c', '/d']) {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    let text = '';
    while (!text.includes(`answer to ${path}`)) text += (await once(socket, 'data'))[0];
  }
  socket.destroy();
  expect(delivered.sort()).toEqual(['GET /a', 'GET /c', 'GET /d', 'GET /long', 'POST /b body']);
  expect([...chaos.struck]).toEqual([['none', 5]]);
});

test('drop: the connection ends, and nothing was delivered', async () => {
  strike({ kind: 'drop' }, '/x');
  expect(await send('/x', 'body')).toMatch(/^E\w+ after 0 bytes$/);
  expect(delivered).toEqual([]);
  expect(await send('/y')).toBe('answer to /y');
});

test('lost: delivered and served, and the caller gets no response', async () => {
  strike({ kind: 'lost' }, '/x');
  expect(await send('/x', 'body')).toMatch(/^E\w+ after 0 bytes$/);
  expect(delivered).toEqual(['POST /x body']);
});

test('hold: nothing is delivered until it is released', async () => {
  const gate = Promise.withResolvers<void>();
  strike({ kind: 'hold', until: gate.promise }, '/held');
  const held = send('/held', 'body');
  expect(await send('/free')).toBe('answer to /free');
  expect(chaos.struck.get('hold')).toBe(1);
  expect(delivered).toEqual(['GET /free']);
  gate.resolve();
  expect(await held).toBe('answer to /held');
});

test('withhold: delivered at once, the response is sent on release', async () => {
  const gate = Promise.withResolvers<void>();
  strike({ kind: 'withhold', until: gate.promise });
  const held = send('/');
  let came = false;
  void held.then(() => (came = true));
  await expect.poll(() => delivered, soon).toEqual(['GET /']);
  await send('/other');
  expect(came).toBe(false);
  gate.resolve();
  expect(await held).toBe('answer to /');
});

test('drip: complete, a byte at a time', async () => {
  strike({ kind: 'drip', everyMs: 0, until: new Promise(() => undefined) });
  const pieces: number[] = [];
  const socket = connect(chaos.port, '127.0.0.1');
  socket.on('data', (piece) => pieces.push(piece.length));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(pieces.length).toBeGreaterThan(2);
  expect(await send('/')).toBe('answer to /');
});

test('drip: what is left comes at once when it is released', async () => {
  const gate = Promise.withResolvers<void>();
  strike({ kind: 'drip', everyMs: 60_000, until: gate.promise }, '/slow');
  const socket = connect(chaos.port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first).toHaveLength(1);
  gate.resolve();
  let text = '';
  while (!text.includes('answer to /slow')) text += (await once(socket, 'data'))[0];
  socket.destroy();
});

test.each(['cut', 'reset'] as const)('%s: only the given number of response bytes', async (kind) => {
  for (const after of [0, 1, 40, 400, 20_000]) {
    strike({ kind, after }, '/long');
    const socket = connect(chaos.port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (piece) => (bytes += piece.length));
    const failed = once(socket, 'error').then(
      ([error]) => (error as { code?: string }).code,
      () => undefined,
    );
    socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((done) => socket.once('close', done));
    expect(bytes).toBeLessThanOrEqual(after);
    if (kind === 'cut') expect(bytes).toBe(after);
    else expect(await failed).toBe('ECONNRESET');
  }
});

test('twice: delivered twice, and the caller gets one response', async () => {
  strike({ kind: 'twice' });
  expect(await send('/', 'once')).toBe('answer to /');
  await expect.poll(() => delivered, soon).toEqual(['POST / once', 'POST / once']);
});

test('swap: delivered after the next request', async () => {
  strike({ kind: 'swap', atMostMs: 60_000 }, '/first');
  const first = send('/first');
  await expect.poll(() => chaos.struck.get('swap'), soon).toBe(1);
  const gate = Promise.withResolvers<void>();
  void first.then(() => gate.resolve());
  expect(await send('/second')).toBe('answer to /second');
  await gate.promise;
  expect(delivered.sort()).toEqual(['GET /first', 'GET /second']);
});

test('swap: delivered alone when no other request follows', async () => {
  strike({ kind: 'swap', atMostMs: 1 });
  expect(await send('/')).toBe('answer to /');
});

test('answer: the proxy responds, and the target receives nothing', async () => {
  strike({ kind: 'answer', bytes: 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 2\r\n\r\nno' });
  expect(await send('/', long)).toBe('no');
  expect(delivered).toEqual([]);
});

test('refused: no new connections, open ones are reset, and afterwards the same port works', async () => {
  const inside = connect(chaos.port, '127.0.0.1');
  await once(inside, 'connect');
  await expect.poll(() => chaos.open(), soon).toBe(1);
  const gone = once(inside, 'error');
  await chaos.refuse();
  expect(((await gone)[0] as { code: string }).code).toBe('ECONNRESET');
  expect(await send('/')).toBe('ECONNREFUSED after 0 bytes');
  await chaos.accept();
  expect(await send('/')).toBe('answer to /');
});

test('target not reachable: the caller’s connection ends', async () => {
  const other = await openChaos({ path: '/no/such/socket' });
  const socket = connect(other.port, '127.0.0.1');
  await new Promise((done) => socket.once('close', done).once('error', done));
  await other.stop();
});

test('a connection closed by the caller is closed on the other side too', async () => {
  const socket = connect(chaos.port, '127.0.0.1');
  await once(socket, 'connect');
  await expect.poll(() => chaos.open(), soon).toBe(1);
  socket.destroy();
  await expect.poll(() => chaos.open(), soon).toBe(0);
});
