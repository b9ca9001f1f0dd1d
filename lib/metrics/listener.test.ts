import { request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForMetrics } from './listener.ts';

let server: Server;
let port: number;
let fails = false;

beforeAll(async () => {
  server = await listenForMetrics({ port: 0, variable: 'METRICS_PORT' }, () => {
    if (fails) throw new Error('a secret of the program');
    return 'sharebook_up 1\n';
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

function send(path: string, method = 'GET') {
  return new Promise<{ status: number; type: string; body: string }>((done, failed) => {
    request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
      let body = '';
      response.on('data', (piece) => (body += piece));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
      );
    })
      .on('error', failed)
      .end();
  });
}

test('serves the text to GET and HEAD of /metrics', async () => {
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect(await send('/metrics')).toEqual({ status: 200, type, body: 'sharebook_up 1\n' });
  expect(await send('/metrics', 'HEAD')).toEqual({ status: 200, type, body: '' });
});

test.each([
  ['/metrics', 'POST'],
  ['/metrics', 'DELETE'],
  ['/metrics/', 'GET'],
  ['/metrics?a=1', 'GET'],
  ['/api/metrics', 'GET'],
  ['/', 'GET'],
  ['//metrics', 'GET'],
  ['http://127.0.0.1/metrics', 'GET'],
])('%s by %s is not found', async (path, method) => {
  expect(await send(path, method)).toMatchObject({ status: 404, body: '' });
});

test('an error reveals no details', async () => {
  fails = true;
  expect(await send('/metrics')).toMatchObject({ status: 500, body: '' });
  fails = false;
});

test('it listens on 127.0.0.1 only', async () => {
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  const other = connect(port, '127.0.0.2');
  expect(await new Promise((done) => other.once('error', done).once('connect', done))).toMatchObject({
    code: 'ECONNREFUSED',
  });
});

test('a port in use stops the start with a message that names the variable', async () => {
  await expect(listenForMetrics({ port, variable: 'METRICS_PORT' }, () => '')).rejects.toThrow(
    /^METRICS_PORT: port \d+ on 127\.0\.0\.1 cannot be used \(EADDRINUSE\)/,
  );
});
