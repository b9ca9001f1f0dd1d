import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientAddressOf, identifyPeers, proxyWarnings } from './request-address.ts';

let server: Server;
let port: number;

beforeAll(async () => {
  const identify = identifyPeers(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  server = createServer((incoming, response) => {
    identify(incoming);
    const headers = new Headers(incoming.headers as Record<string, string>);
    response.end(JSON.stringify(clientAddressOf(headers)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

function seen(headers: Record<string, string | string[]>) {
  return new Promise<unknown>((done, failed) => {
    request({ host: '127.0.0.1', port, headers }, (response) => {
      response.on('data', (part) => done(JSON.parse(String(part))));
    })
      .on('error', failed)
      .end();
  });
}

// Entries that a client sends itself are to the left of the one that the first trusted proxy appends.
test.each([
  ['nothing said', {}, '127.0.0.1'],
  ['one proxy', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['a client that invents hops', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }, '203.0.113.9'],
  ['two proxies of ours', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.4.4.4' }, '203.0.113.9'],
  ['headers in two lines', { 'x-forwarded-for': ['203.0.113.9', '2001:db8::1'] }, '203.0.113.9'],
  ['mapped into IPv6', { 'x-forwarded-for': '::ffff:203.0.113.9' }, '203.0.113.9'],
  ['something else than an address', { 'x-forwarded-for': '203.0.113.9, x y' }, '127.0.0.1'],
  ['another header', { forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
])('behind a trusted proxy: %s', async (_, headers, address) => {
  expect(proxyWarnings()).toEqual([]);
  expect(await seen(headers)).toBe(address);
});
