import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let server: Server;
let port: number;
const untrusted: string[] = [];
let peers: typeof import('./request-address.ts');

beforeAll(async () => {
  vi.resetModules();
  peers = await import('./request-address.ts');
  const identify = peers.identifyPeers(['10.0.0.0/8'], (one) => untrusted.push(one));
  server = createServer((incoming, response) => {
    identify(incoming);
    const headers = new Headers(incoming.headers as Record<string, string>);
    const { method } = incoming;
    response.end(
      JSON.stringify({
        method,
        peer: peers.clientAddressOf(headers),
        headers: [...headers],
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

function send(method: string, headers: Record<string, string> = {}) {
  return new Promise<{ headers: Record<string, unknown>; text: string }>((done, failed) => {
    request({ host: '127.0.0.1', port, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => done({ headers: response.headers, text }));
    })
      .on('error', failed)
      .end();
  });
}

test('the address is the socket’s, whatever the request claims', async () => {
  const claims = { 'x-forwarded-for': '203.0.113.1', 'x-sharebook-peer': 'x 203.0.113.1' };
  const seen = JSON.parse((await send('GET', claims)).text);
  expect(seen).toMatchObject({ peer: '127.0.0.1' });
  expect(JSON.stringify(seen.headers)).not.toContain('203.0.113.1');
  expect(JSON.parse((await send('GET')).text)).toMatchObject({ peer: '127.0.0.1' });
});

test('a forwarding header from an untrusted address is reported', async () => {
  const before = untrusted.length;
  await send('GET');
  expect(untrusted).toHaveLength(before);
  await send('GET', { 'x-real-ip': '203.0.113.1' });
  expect(untrusted.slice(before)).toHaveLength(1);
  expect(peers.proxyWarnings()).toEqual([expect.stringContaining('not in TRUSTED_PROXIES')]);
});
