import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answerHeaders } from './headers.ts';
import { listening } from './server-for-tests.ts';
import { bareAnswer, refuseUnreadable } from './unreadable.ts';

const server = createServer((request, response) => {
  if (request.url === '/begun') response.write('begun');
  else request.on('end', () => response.end('whole')).resume();
});
const port = listening(server, () => refuseUnreadable(false));

/** What is received until the other side closes; `then` is sent once something has been received. */
async function heard(first: string, then = ''): Promise<string> {
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

const head = (path: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`;

test.each([
  ['no request', 'well, hello\r\n\r\n', '400 Bad Request'],
  ['a head without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}`, '431 Request Header'],
  ['a body that is none', `${head('/')}zz\r\n`, '400 Bad Request'],
  ['a target that is none', 'GET canary.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', '400 Bad Request'],
  ['a tunnel', 'CONNECT canary.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', '400 Bad Request'],
])('%s: refused with the headers of every answer, and closed', async (_name, sent, status) => {
  const answer = await heard(sent);
  expect(answer.startsWith(`HTTP/1.1 ${status}`)).toBe(true);
  for (const [name, value] of Object.entries(answerHeaders))
    expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toMatch(/\r\n\r\nThis (request cannot be read|server is no proxy)\.\n$/);
  expect(answer).not.toContain('canary');
});

test('an answer that has begun is cut', async () => {
  const answer = await heard(head('/begun'), 'zz\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*begun\r\n$/);
});

test('strict transport is asked for where the address is https', () => {
  expect(bareAnswer('400 Bad Request', true)).toContain('\r\nstrict-transport-security: max-age=');
  expect(bareAnswer('400 Bad Request', false)).not.toContain('strict-transport');
});
