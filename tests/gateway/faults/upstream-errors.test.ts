import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openUpstream } from '#lib/upstream/upstream';
import { type Handler, type StandIn, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture, publicUrl } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cookie: string;

const path = '/api/v1/Issuer/GetTransferAgentIssuers';

beforeAll(async () => {
  fixture = await openGatewayFixture();
  cookie = await fixture.cookieOf(demo.operator);
});
beforeEach(async () => {
  registry = await startStandIn();
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

async function outcome() {
  const response = await callGateway(context, path, { cookie });
  const text = await response.text();
  expect(text).not.toContain(new URL(registry.base).host);
  return `${response.status} ${JSON.parse(text).error?.code ?? 'ok'}`;
}

/** What the registry does → what the user gets. */
const faults: [string, Handler, string][] = [
  ['400', () => ({ status: 400, body: '{}' }), '400 upstream_rejected'],
  ['403', () => ({ status: 403, body: '{}' }), '502 upstream_refused'],
  ['404', () => ({ status: 404, body: '{}' }), '404 not_found'],
  ['409 on a read', () => ({ status: 409, body: '{}' }), '502 upstream_failed'],
  ['429', () => ({ status: 429, body: '{}' }), '503 upstream_busy'],
  ['500', () => ({ status: 500, body: '<h1>at line 5</h1>', type: 'text/html' }), '502 upstream_failed'],
  ['503 throughout', () => ({ status: 503, body: '' }), '502 upstream_failed'],
  ['418', () => ({ status: 418, body: '{}' }), '502 upstream_failed'],
  ['HTML with 200', () => ({ body: '<html>', type: 'text/html' }), '502 upstream_unreadable'],
  [
    'JSON called something else',
    () => ({ body: '[]', type: 'application/octet-stream' }),
    '502 upstream_unreadable',
  ],
  ['broken JSON', () => ({ body: '[{"name":' }), '502 upstream_unreadable'],
  ['trailing garbage', () => ({ body: '[] oops' }), '502 upstream_unreadable'],
  ['not a number', () => ({ body: '[NaN]' }), '502 upstream_unreadable'],
  ['no body', () => ({ body: '' }), '502 upstream_unreadable'],
  ['bytes that are no UTF-8', () => ({ body: Buffer.from([0x22, 0xff, 0x22]) }), '502 upstream_unreadable'],
  ['a byte order mark', () => ({ body: '\ufeff[]' }), '200 ok'],
  [
    'a body cut short of its length',
    (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('[{"name":"A"}');
      setTimeout(() => response.destroy(), 20);
      return undefined;
    },
    '502 upstream_failed',
  ],
  [
    'a chunked body cut',
    (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[{"name":"A"}');
      setTimeout(() => response.destroy(), 20);
      return undefined;
    },
    '502 upstream_failed',
  ],
  [
    'a body without framing, cut',
    (_call, response) => {
      response.socket?.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n[1,',
      );
      return undefined;
    },
    '502 upstream_unreadable',
  ],
  [
    'an endless body',
    (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
      return undefined;
    },
    '502 upstream_too_large',
  ],
  ['silence and a closed door', (_call, response) => void response.destroy(), '502 upstream_failed'],
];

test.each(faults)('%s', async (_name, handle, expected) => {
  registry.handle = handle;
  expect(await outcome()).toBe(expected);
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const other = await startStandIn();
    registry.handle = () => ({ status, headers: { location: `${other.base}/steal` }, body: '' });
    expect(await outcome()).toBe('502 upstream_failed');
    expect(other.calls).toEqual([]);
    await other.stop();
  });
});

describe('retries', () => {
  test('a read is retried after a connection error, unnoticed by the user', async () => {
    registry.handle = (_call, response) => {
      if (registry.calls.length < 3) return void response.destroy();
      return { body: '[]' };
    };
    expect(await outcome()).toBe('200 ok');
    expect(registry.calls).toHaveLength(3);
  });

  test('a 500 is not retried', async () => {
    registry.handle = () => ({ status: 500, body: '{}' });
    await outcome();
    expect(registry.calls).toHaveLength(1);
  });
});

describe('tokens', () => {
  test('always rejected: one renewal, then none for a while', async () => {
    registry.token = () => ({ body: '{"access_token":"never-good"}' });
    for (let round = 0; round < 6; round += 1) expect(await outcome()).toBe('502 upstream_refused');
    expect(registry.tokenRequests).toBe(2);
  });

  test.each([
    ['HTML', { body: '<html>', type: 'text/html' }],
    ['500', { status: 500, body: '{}' }],
    ['no access_token', { body: '{"token":"x"}' }],
    ['an empty one', { body: '{"access_token":""}' }],
    ['a line break in it', { body: '{"access_token":"a\\r\\nx: y"}' }],
    ['a megabyte', { body: JSON.stringify({ access_token: 'a'.repeat(1_000_000) }) }],
    ['null', { body: 'null' }],
  ])('a token response with %s: clear error, one request per pause', async (_name, token) => {
    registry.token = () => token;
    expect(await outcome()).toBe('502 upstream_refused');
    expect(await outcome()).toBe('502 upstream_refused');
    expect(registry.tokenRequests).toBe(1);
    expect(registry.calls).toEqual([]);
  });

  test.each(['0', '-5', '"3600"', 'null', '1e400', '{}'])('expires_in %s has no effect', async (life) => {
    registry.token = () => {
      registry.live.add('t');
      return { body: `{"access_token":"t","expires_in":${life}}` };
    };
    registry.handle = () => ({ body: '[]' });
    expect([await outcome(), await outcome()]).toEqual(['200 ok', '200 ok']);
    expect(registry.tokenRequests).toBe(1);
  });
});

describe('registry not reachable', () => {
  test('refused connections: 503, after five the circuit opens without calls, then closes again', async () => {
    const { port } = new URL(registry.base);
    await registry.stop();
    let now = Date.now();
    const { openCircuit } = await import('#lib/upstream/circuit');
    context = {
      ...context,
      upstream: {
        ...openUpstream({
          baseUrl: `http://127.0.0.1:${port}`,
          client: { id: 'a', secret: 'b' },
          reader: null,
        }),
        circuit: openCircuit(() => now),
      },
    };
    for (let call = 0; call < 5; call += 1) expect(await outcome()).toBe('503 upstream_unavailable');
    const shut = await callGateway(context, path, { cookie });
    expect([shut.status, shut.headers.get('retry-after')]).toEqual([503, '1']);
    expect(context.upstream.circuit.admits()).toBe(false);
    now += 1_100;
    expect(context.upstream.circuit.admits()).toBe(true);
    expect(context.upstream.circuit.admits()).toBe(false);
    context.upstream.circuit.report(true);
    expect(context.upstream.circuit.admits()).toBe(true);
  });
});

test('a client that disconnects aborts the upstream call', async () => {
  const closed = Promise.withResolvers<void>();
  registry.handle = (_call, response) => {
    response.on('close', () => closed.resolve());
    leaving.abort();
    return undefined;
  };
  const leaving = new AbortController();
  const request = new Request(`${publicUrl}/api/upstream${path}`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  await gateway(request, path, context);
  await closed.promise;
  expect(context.upstream.circuit.admits()).toBe(true);
  expect(registry.calls).toHaveLength(1);
});

describe('requests of one user', () => {
  test('forty reads succeed, more get 429 with Retry-After', async () => {
    // The registry holds all responses until so many requests are refused: the others are then all in flight at
    // once.
    const many = async (count: number, rejections: number) => {
      const open = Promise.withResolvers<void>();
      let rejected = 0;
      if (rejections === 0) open.resolve();
      registry.handle = async () => {
        await open.promise;
        return { body: '[]' };
      };
      const one = async () => {
        const response = await callGateway(context, path, { cookie });
        if (response.status === 429) rejected += 1;
        if (rejected === rejections) open.resolve();
        return response.status === 429 && !response.headers.get('retry-after') ? 'bare' : response.status;
      };
      return Promise.all(Array.from({ length: count }, one));
    };
    expect(new Set(await many(40, 0))).toEqual(new Set([200]));
    const flood = await many(120, 56);
    expect(flood.filter((status) => status === 200)).toHaveLength(64);
    expect(flood.filter((status) => status === 429)).toHaveLength(56);
  });
});
