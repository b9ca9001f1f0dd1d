import { expect, test } from 'vitest';
import { createPrng, type Prng } from '#demo/prng';
import { type EndpointId, endpointIds, endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { exampleQuery, wellSpoken } from './bad-inputs.ts';

const requests = process.env.TEST_LANE === 'long' ? 3_000 : 120;
/** A malformed request that is accepted should cost little. */
const smallIssuer = 1007;
const allowed = new Set([200, 400, 401, 403, 404, 405, 409, 413, 429, 431]);

const nasty: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  [],
  {},
  [[[]]],
  { a: { b: [null] } },
  'null',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '\u202e株🦊',
  '../../etc/passwd',
  '%00',
  '2026-02-30',
  '9999-12-31',
  '1001; select 1',
  'x'.repeat(5_000),
  Array(300).fill(1),
];

type Fuzzed = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer };

/** Malformed requests over every route: always a valid response, and the process survives. */
export function fuzz(registry: () => Registry): void {
  test(`${requests} malformed requests from a fixed seed`, { tags: ['scaled'] }, async () => {
    const prng = createPrng('bad inputs');
    const { origin, tokenFor, log } = registry();
    const tokens = await Promise.all(['demo-agent', 'demo-readonly', 'demo-issuer'].map(tokenFor));
    const requested = Array.from({ length: requests }, () => malformed(prng, tokens));
    const seen = new Map<number, number>();
    const request = async ({ path, ...init }: Fuzzed) => {
      const response = await fetch(origin + path, init as RequestInit);
      const text = await response.text();
      const output = `${init.method} ${path.slice(0, 300)} ${String(init.body).slice(0, 300)}`;
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      expect([output, response.status, allowed.has(response.status)]).toEqual([
        output,
        response.status,
        true,
      ]);
      if (init.method !== 'HEAD' && response.status >= 400)
        wellSpoken({ status: response.status, text, body: JSON.parse(text) }, path.startsWith('/agent/'));
    };
    for (let at = 0; at < requests; at += 12) await Promise.all(requested.slice(at, at + 12).map(request));
    for (const status of [200, 400, 401, 403, 404, 405])
      expect([status, seen.has(status)]).toEqual([status, true]);
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(log.filter((line) => line.event === 'fault')).toEqual([]);
  });
}

/** Any operation; slow ones less often. */
function operation(prng: Prng): EndpointId {
  const id = prng.pick(endpointIds);
  return (id === 'Token' || id === 'GetTA2Report') && prng.chance(0.8) ? operation(prng) : id;
}

function malformed(prng: Prng, tokens: readonly string[]): Fuzzed {
  const id = operation(prng);
  const { method, path, aliases = [], kind } = endpointOf(id);
  const request: Fuzzed = {
    method,
    path: prng
      .pick([path, ...aliases])
      .replace(/\{\w+\}/g, () => encodeURIComponent(textOf(prng.pick(nasty)) || 'x')),
    headers: {
      'content-type': kind === 'token' ? 'application/x-www-form-urlencoded' : 'application/json',
      authorization: `Bearer ${prng.pick(tokens)}`,
    },
  };
  if (method === 'GET') request.path += `?${query(prng, id)}`;
  else request.body = kind === 'token' ? query(prng, id) : body(prng, id);
  if (prng.chance(0.3)) prng.pick(twists)(request, prng);
  return request;
}

const twists: readonly ((request: Fuzzed, prng: Prng) => void)[] = [
  (request, prng) => {
    request.method = prng.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
    if (request.method === 'GET' || request.method === 'HEAD') delete request.body;
  },
  (request, prng) => {
    const at = prng.int(0, request.path.length);
    request.path = `/${(request.path.slice(0, at) + prng.pick(['/', '%2e', '%', '%ff', ';', 'é', '..', '%00']) + request.path.slice(at)).slice(1)}`;
  },
  (request, prng) => {
    request.path = prng.pick([
      request.path.toUpperCase(),
      request.path.toLowerCase(),
      `${request.path}/`,
      `/${request.path}`,
    ]);
  },
  (request, prng) => {
    request.headers['content-type'] = prng.pick(['text/plain', '', 'application/json; charset=x', 'a/b;;;=']);
  },
  (request, prng) => {
    request.headers.authorization = prng.pick([
      '',
      'Bearer',
      'Basic eDp5',
      `Bearer ${'a'.repeat(600)}`,
      'Bearer é',
    ]);
  },
  (request, prng) => {
    request.headers.range = prng.pick(['bytes=0-', 'bytes=-0', 'x=1']);
    request.headers['if-none-match'] = prng.pick(['*', '"', 'W/']);
    request.headers['x-long'] = 'y'.repeat(prng.int(0, 15_000));
  },
];

function body(prng: Prng, id: EndpointId): string | Buffer {
  const given = structuredClone(endpointOf(id).example.request ?? {}) as Record<string, unknown>;
  if (Object.hasOwn(given, 'customerIssuerId')) given.customerIssuerId = smallIssuer;
  for (let count = prng.int(1, 3); count > 0; count -= 1) {
    const name = prng.pick([...Object.keys(given), 'customerIssuerId', '__proto__', 'unknown']);
    if (prng.chance(0.25)) delete given[name];
    else given[prng.chance(0.1) ? name.toUpperCase() : name] = prng.pick(nasty);
  }
  const text = JSON.stringify(given);
  const kind = prng.int(0, 9);
  if (kind === 0) return text.slice(0, prng.int(0, text.length));
  if (kind === 1) return text.replace('{', `{"${'['.repeat(3)}":1,`) + prng.pick(['', ',', '}', '{}']);
  if (kind === 2) return Buffer.from(Array.from({ length: prng.int(1, 400) }, () => prng.int(0, 255)));
  return text;
}

function query(prng: Prng, id: EndpointId): string {
  const { example } = endpointOf(id);
  const whole =
    id === 'Token'
      ? String(new URLSearchParams(example.request as Record<string, string>))
      : exampleQuery(id).replace(/(issuerid)=\d+/i, `$1=${smallIssuer}`);
  const pairs = whole === '' ? [] : whole.split('&');
  for (let count = prng.int(1, 3); count > 0; count -= 1) {
    const at = prng.int(0, pairs.length);
    const [name = 'x'] = (pairs[at] ?? 'customerIssuerId').split('=');
    const value = encodeURIComponent(textOf(prng.pick(nasty)));
    const pair = prng.pick([
      `${name}=${value}`,
      `${name}[]=${value}`,
      name,
      `=${value}`,
      `${name}=%ff`,
      '&&',
    ]);
    pairs.splice(at, prng.chance(0.7) ? 1 : 0, pair);
  }
  return pairs.join('&');
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.toWellFormed().slice(0, 6_000);
}
