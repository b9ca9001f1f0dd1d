import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answerHeaders } from './headers.ts';
import { guardIntake } from './intake.ts';

test('every answer has the headers before a handler runs, and a request brings no policy of its own', async () => {
  guardIntake({ upgrades: false });
  const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const headers = {
    'content-security-policy': "script-src 'nonce-AAAA'",
    'content-security-policy-report-only': "script-src 'nonce-AAAA'",
    'x-kept': '1',
  };
  const [answered, arrived] = await new Promise<[object, Record<string, string>]>((done, failed) => {
    request({ host: '127.0.0.1', port, headers }, (answer) =>
      answer.on('data', (part) => done([answer.headers, JSON.parse(String(part))])),
    )
      .on('error', failed)
      .end();
  });
  server.close();
  expect(answered).toMatchObject(answerHeaders);
  expect(Object.keys(answerHeaders).length).toBeGreaterThanOrEqual(7);
  expect(arrived['x-kept']).toBe('1');
  expect(JSON.stringify(arrived)).not.toContain('nonce');
});

test('an upgrade is a request like any other, after the first one', async () => {
  guardIntake({ upgrades: false });
  const server = createServer((_incoming, response) => response.end('plain'));
  server.on('upgrade', (_incoming, socket) => socket.pause());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((done, failed) => {
      request({ host: '127.0.0.1', port, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode));
      })
        .on('error', failed)
        .end();
    });
  expect(await ask({})).toBe(200);
  expect(await ask({ connection: 'Upgrade', upgrade: 'websocket' })).toBe(200);
  server.close();
});
