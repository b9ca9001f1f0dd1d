import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answerHeaders } from './headers.ts';
import { guardIntake } from './intake.ts';

test('every answer has the headers before a handler runs, and a request brings no policy of its own', async () => {
  guardIntake({ upgrades: false, patience: { headMs: 60_000, bodyMs: 60_000 } });
  const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const headers = {
    'content-security-policy': "script-src 'nonce-AAAA'",
    'content-security-policy-report-only': "script-src 'nonce-AAAA'",
    range: 'bytes=9-1',
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
  expect(arrived.range).toBeUndefined();
});

test('an upgrade is a request like any other, after the first one', async () => {
  guardIntake({ upgrades: false, patience: { headMs: 60_000, bodyMs: 60_000 } });
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

test.each([
  ['/api/holders/%E0%A4%A/tax-id/reveal', 'application/json; charset=utf-8'],
  ['/api/upstream/%', 'application/json; charset=utf-8'],
  ['http://books.example/api/upstream', 'text/html; charset=utf-8'],
  ['/api?next=/%E2%80%A8', 'application/json; charset=utf-8'],
  ['/issuers/%E0%A4%A', 'text/html; charset=utf-8'],
  ['/%ff', 'text/html; charset=utf-8'],
  ['/apis/%c0%af', 'text/html; charset=utf-8'],
])('%s goes no further: 400 with every header', async (path, type) => {
  guardIntake({ upgrades: false, patience: { headMs: 60_000, bodyMs: 60_000 } });
  const reached: string[] = [];
  const server = createServer((incoming, response) => {
    reached.push(incoming.url ?? '');
    response.end('handled');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ask = (target: string) =>
    new Promise<{ status: number | undefined; headers: object; text: string }>((done, failed) => {
      request({ host: '127.0.0.1', port, path: target }, async (answer) => {
        const text = (await answer.toArray()).join('');
        done({ status: answer.statusCode, headers: answer.headers, text });
      })
        .on('error', failed)
        .end();
    });
  const { status, headers, text } = await ask(path);
  expect(status).toBe(400);
  expect(headers).toMatchObject({ ...answerHeaders, 'content-type': type, 'cache-control': 'no-store' });
  expect(text).toMatch(type.includes('json') ? /"code":"invalid"/ : /<h1>This address cannot be read<\/h1>/);
  // A query may contain anything; its reader validates it.
  for (const fine of ['/%E0%A4%A0?q=%E0%A4%A', '/100%25']) expect((await ask(fine)).text).toBe('handled');
  expect(reached).toEqual(['/%E0%A4%A0?q=%E0%A4%A', '/100%25']);
  server.close();
});
