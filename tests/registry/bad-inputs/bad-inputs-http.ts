import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { clockIn } from '#registry/clock';
import type { CallOptions, Registry } from '../boot.ts';
import {
  head,
  jsonPosts,
  type RequestOptions,
  type Row,
  raw,
  read,
  request,
  wellSpoken,
} from './bad-inputs.ts';

const balance = '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001';
const list = '/api/v1/Report/GenerateShareholderList';

function get(path: string, status: number, options: CallOptions = {}): RequestOptions {
  return { path, options, status };
}

/** Rows 20 to 24: address, method, token. */
export const httpRows: readonly Row[] = [
  {
    id: 20,
    about: 'other spellings of an address: any letter case is the same, everything else is not found',
    also: spellings,
  },
  {
    id: 21,
    about: 'other methods: HEAD as GET without a body, the rest 405 with Allow',
    why: 'lower-case and unknown methods are no HTTP to the parser: 400',
    also: methods,
  },
  {
    id: 22,
    about: 'no token, another scheme, a token in the wrong place; the scheme in any letter case is right',
    also: schemes,
  },
  {
    id: 23,
    about: 'tokens that are not ours, or no longer',
    why: 'a token of 100 kB is beyond the limit of all headers together: 431',
    also: tokens,
  },
  {
    id: 24,
    about: 'a right token without the right, and with it',
    requests: [
      get(balance, 200, { as: 'demo-issuer' }),
      get(balance, 200, { as: 'demo-readonly' }),
      get('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1004', 403, { as: 'demo-issuer' }),
      ...jsonPosts
        .filter((id) => endpointOf(id).kind === 'write')
        .map((id) => ({
          path: endpointOf(id).path,
          options: { body: {}, as: 'demo-readonly' } as const,
          status: 403,
        })),
    ],
  },
];

async function spellings(registry: Registry): Promise<void> {
  const status = async (target: string, as: CallOptions['as'] = 'demo-agent') => {
    const response = await raw(registry, await head(registry, `GET ${target} HTTP/1.1`, [], as));
    wellSpoken(response);
    return response.status;
  };
  const query = '?CustomerIssuerId=1001';
  const same = ['/API/V1/Issuer/GetIssuerBalance', '/api/v1/issuer/getissuerbalance'];
  for (const target of same) {
    expect([target, await status(target + query)]).toEqual([target, 200]);
    expect([target, await status(target + query, null)]).toEqual([target, 401]);
    const foreign = `${target}?CustomerIssuerId=1004`;
    expect([foreign, await status(foreign, 'demo-issuer')]).toEqual([foreign, 403]);
  }
  for (const target of [
    '/api/v1/Issuer/Nothing',
    '/api/v1/Issuer/GetIssuerBalance/',
    '//api/v1/Issuer/GetIssuerBalance',
    '/api//v1/Issuer/GetIssuerBalance',
    '/api/v1/./Issuer/GetIssuerBalance',
    '/api/v1/Issuer/../Issuer/GetIssuerBalance',
    '/api/v1/Issuer/%2e%2e/Issuer/GetIssuerBalance',
    '/api/v1/Issuer%2fGetIssuerBalance',
    '/api/v1/Issuer/GetIssuer%42alance',
    '/api/v1/Issuer/GetIssuerBalance;x=1',
    '/api/v1/Issuer/GetIssuerBalance%00',
    '/api/v1/Issuer/GetIssuerBalance%20',
    '/sandbox/sandbox/api/v1/Issuer/GetIssuerBalance',
    '/',
  ]) {
    expect([target, await status(target + query)]).toEqual([target, 404]);
    expect([target, await status(target + query, null)]).toEqual([target, 404]);
  }
  for (const target of [
    'http://registry.example/api/v1/Issuer/GetIssuerBalance',
    'HTTP://other.example:81/api/v1/Issuer/GetIssuerBalance',
    'https://x/health',
    'registry.example:443',
    '*',
    `*${'@'.repeat(3000)}`,
  ])
    expect([target, await status(target)]).toEqual([target, 400]);
  expect(await status('\\api\\v1\\Issuer\\GetIssuerBalance')).toBe(400);
  expect(await status(`/api/v1/Issuer/GetIssuerBalance${query}&x=${'x'.repeat(20_000)}`)).toBe(431);
}

async function methods(registry: Registry): Promise<void> {
  const requested = async (method: string, path: string) => {
    const response = await raw(registry, await head(registry, `${method} ${path} HTTP/1.1`));
    if (method !== 'HEAD') wellSpoken(response);
    return { ...response, allow: /^allow: (.*)$/im.exec(response.head)?.[1] };
  };
  for (const [path, allow, others] of [
    [balance, 'HEAD, GET', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']],
    [list, 'POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']],
    ['/connect/token', 'POST', ['GET', 'HEAD', 'OPTIONS']],
    ['/health', 'GET, HEAD', ['POST', 'DELETE']],
    ['/openapi.json', 'GET, HEAD', ['POST']],
  ] as const) {
    for (const method of others) {
      const { status, allow: reported } = await requested(method, path);
      expect([method, path, status, reported]).toEqual([method, path, 405, allow]);
    }
  }
  const whole = await requested('GET', balance);
  const bare = await requested('HEAD', balance);
  expect([bare.status, bare.text]).toEqual([200, '']);
  const report = (text: string) => /^content-length: .*$/im.exec(text)?.[0];
  expect(report(bare.head)).toBe(report(whole.head));
  for (const method of ['get', 'GEt', 'FETCH', '\u0000'])
    expect((await requested(method, balance)).status).toBe(400);
  expect((await requested('CONNECT', 'registry.example:443')).status).toBe(400);
}

async function schemes(registry: Registry): Promise<void> {
  const token = await registry.tokenFor('demo-agent');
  const status = async (...headers: string[]) => {
    const response = await raw(registry, await head(registry, `GET ${balance} HTTP/1.1`, headers, null));
    wellSpoken(response);
    if (response.status === 401) expect(response.head).toMatch(/^www-authenticate: Bearer$/im);
    return response.status;
  };
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect([scheme, await status(`Authorization: ${scheme} ${token}`)]).toEqual([scheme, 200]);
  for (const value of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    token,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
  ])
    expect([value, await status(`Authorization: ${value}`)]).toEqual([value, 401]);
  const right = `Authorization: Bearer ${token}`;
  expect(await status(right, 'Authorization: Bearer other')).toBe(401);
  expect(await status('Authorization: Bearer other', right)).toBe(401);
  expect(await status()).toBe(401);
  for (const name of ['access_token', 'token', 'authorization'])
    await request(registry, get(`${balance}&${name}=${token}`, 401, { as: null }));
}

async function tokens(registry: Registry): Promise<void> {
  const token = await registry.tokenFor('demo-agent');
  const later = new Date(Date.parse('2026-11-20T15:00:00Z') + 3_700_000);
  const next = await registry.another({ clock: clockIn('America/New_York', later), publicUrl: undefined });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${next.baseUrl}${balance}`, { headers });
    expect(status).toBe(401);
  } finally {
    await next.close(0);
  }
  const tampered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  const foreign = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const text of [
    tampered,
    token.toLowerCase(),
    'null',
    'undefined',
    `${foreign}.e30.`,
    'a'.repeat(9000),
  ]) {
    await request(registry, get(balance, 401, { as: null, headers: { authorization: `Bearer ${text}` } }));
  }
  const long = await head(
    registry,
    `GET ${balance} HTTP/1.1`,
    [`Authorization: Bearer ${'a'.repeat(100_000)}`],
    null,
  );
  const response = await raw(registry, long);
  expect(response.status).toBe(431);
  wellSpoken(response);
  await request(registry, read('GetIssuerBalance', `CustomerIssuerId=1001&x=${'x'.repeat(9000)}`, 200));
}
