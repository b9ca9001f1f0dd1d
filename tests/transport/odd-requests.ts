// Malformed and unusual HTTP requests as bytes, with the status required of each.

import { connect } from 'node:net';

/** The exact bytes of a request, and the required status; null: anything below 500. */
export type Odd = { name: string; bytes: string; status: number | null };

/** Part of every odd request, so that a response that repeats the request is found. */
export const marker = 'zq7marker';

type Head = { method?: string; version?: string; host?: string | null; headers?: readonly string[] };

const written = (
  target: string,
  { method = 'GET', version = '1.1', host = 'localhost', headers = [] }: Head,
) =>
  [
    `${method} ${target} HTTP/${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

const odd = (status: number | null, target: string, head: Head = {}): Odd => ({
  name: `${head.method ?? 'GET'} ${target.slice(0, 60)} ${[head.host, ...(head.headers ?? [])].join(' ').slice(0, 60)}`,
  bytes: written(target, head),
  status,
});

const targets = [
  '*',
  `*${'@'.repeat(3000)}`,
  `*${marker}`,
  `${marker}:443`,
  `http://${marker}/`,
  `HTTP://${marker}/api/health`,
  `https://${marker}:443/api/upstream/nothing`,
  `//${marker}/`,
  `///${marker}`,
  `/\\${marker}`,
  `\\\\${marker}`,
  `?${marker}`,
  `/${marker}%`,
  `/api/${marker}%zz`,
  `/%ff${marker}`,
  `/api/runs/%E0%A4%A/${marker}`,
];

const nexts = [
  '/%E2%80%A8',
  '/%E2%80%A9',
  '/x%0D%0Aa:b',
  '/%00',
  '/%5Cx',
  '//x.example',
  'https://x.example',
  '%09/',
];
const signInPages = ['/sign-in', '/sign-in/code', '/sign-in/second-factor', '/issuers/1001', '/'];

const routerHeaders = [
  'rsc: 2',
  'rsc: ',
  'next-router-prefetch: x',
  'next-url: http://x.example/',
  'next-url: %E0%A4%A',
  'next-router-segment-prefetch: x',
  'next-router-state-tree: ',
  'next-router-state-tree: %E0%A4%A',
  'next-router-state-tree: {',
  'next-router-state-tree: null',
  'next-router-state-tree: []',
  'next-router-state-tree: ["",[]]',
  'next-router-state-tree: ["",{"children":1}]',
  'next-router-state-tree: ["",{},null,"x"]',
  `next-router-state-tree: ${'['.repeat(9000)}`,
  'next-router-state-tree: ["",{}]\r\nnext-router-state-tree: ["",{}]',
];

/** Refused before the framework sees it. */
const rejected: readonly Odd[] = [
  ...targets.map((target) => odd(400, target)),
  ...targets.slice(0, 6).map((target) => odd(400, target, { method: 'OPTIONS' })),
  ...targets
    .slice(0, 6)
    .map((target) => odd(400, target, { method: 'POST', headers: ['Content-Length: 0'] })),
  odd(400, `${marker}:443`, { method: 'CONNECT' }),
  odd(414, `/${'x'.repeat(9000)}`),
  odd(400, `/?q=\u00e9${marker}`),
  ...signInPages.flatMap((page) => nexts.map((next) => odd(400, `${page}?next=${next}`))),
  odd(400, '/api/auth/signin?callbackUrl=/%E2%80%A8'),
  odd(400, '/api/auth/error?error=%C4%80'),
  odd(400, '/', { host: null }),
  odd(400, '/', { host: '' }),
  odd(400, '/', { host: `${marker} b` }),
  odd(400, '/', { host: `a@${marker}` }),
  odd(400, '/sign-in', { headers: ['Host: localhost'] }),
  odd(400, '/api/health', { headers: [`Host: ${marker}`] }),
  ...['/sign-in', '/issuers/1001', '/api/health'].flatMap((target) =>
    routerHeaders.map((header) =>
      odd(400, target, { headers: header.startsWith('rsc') ? [header] : ['rsc: 1', header] }),
    ),
  ),
];

const pages = [
  '/',
  '/sign-in',
  '/sign-in/code',
  '/sign-in/second-factor',
  `/sign-in/invited/${marker}`,
  '/account',
];
const inside = [
  '/issuers/1001',
  '/issuers/1001/holders',
  '/issuers/1001/ownership',
  '/ops/queue',
  '/reports',
  '/get',
];
const parameters = [
  'q',
  'asof',
  'reason',
  'error',
  'problem',
  'page',
  'sort',
  'view',
  '_rsc',
  'nxtPissuer',
  'x[]',
];
const values = [
  '%E2%80%A8',
  '%00',
  '%ED%A0%80',
  '%zz',
  '%0D%0A',
  '__proto__',
  '-1',
  '9'.repeat(400),
  '@'.repeat(2000),
];
const cookies = [
  '=',
  ';;;',
  'a=%E0%A4%A',
  'a="',
  '__proto__=x',
  `${'a='.repeat(2000)}`,
  `a=${'@'.repeat(3000)}`,
];
const names = ['sharebook.session', 'next-auth.callback-url', 'next-auth.csrf-token', '__prerender_bypass'];

/** Answered by the framework or a handler. */
const unusual: readonly Odd[] = [
  ...[...pages, ...inside].flatMap((page) =>
    parameters.map((name, at) => odd(null, `${page}?${name}=${values[at % values.length]}`)),
  ),
  ...values.flatMap((value) => inside.map((page) => odd(null, `${page}?asof=${value}&${value}=1`))),
  ...values.map((value) => odd(null, `/issuers/${value.replace('%zz', '%25zz')}/holders`)),
  ...cookies.flatMap((cookie) =>
    ['/', '/api/me', '/sign-in'].map((at) => odd(null, at, { headers: [`Cookie: ${cookie}`] })),
  ),
  ...names.flatMap((name) =>
    ['%E2%80%A8', '%', '\u00e9', 'a'.repeat(4000), '//x.example', '{}'].flatMap((value) =>
      ['/', '/api/auth/session', '/api/auth/csrf'].map((at) =>
        odd(null, at, { headers: [`Cookie: ${name}=${value}`] }),
      ),
    ),
  ),
  ...['*/*;q=x', 'text/x-component', ',,,', 'application/json;'.repeat(300), '\u00e9'].map((value) =>
    odd(null, '/sign-in', { headers: [`Accept: ${value}`] }),
  ),
  ...['bytes=0-', 'bytes=9-1', 'bytes=-', 'x', `bytes=${'0-1,'.repeat(1000)}`].flatMap((value) =>
    ['/icon.svg', '/robots.txt', '/sign-in'].map((at) => odd(null, at, { headers: [`Range: ${value}`] })),
  ),
  ...['*', '""', 'W/"', `"${'"'.repeat(2000)}`, 'x,'.repeat(1000)].flatMap((value) =>
    ['/icon.svg', '/sign-in', '/api/openapi.json'].map((at) =>
      odd(null, at, { headers: [`If-None-Match: ${value}`] }),
    ),
  ),
  ...['x', '9'.repeat(200), 'Thu, 99 Foo 2026'].map((value) =>
    odd(null, '/icon.svg', { headers: [`If-Modified-Since: ${value}`] }),
  ),
  ...['-1', '0x10', '1, 2', '', '9'.repeat(30)].map((value) =>
    odd(null, '/api/auth/callback/credentials', { method: 'POST', headers: [`Content-Length: ${value}`] }),
  ),
  ...['gzip', 'chunked, chunked', 'identity', 'x'].map((value) =>
    odd(null, '/api/account/sign-in', { method: 'POST', headers: [`Transfer-Encoding: ${value}`] }),
  ),
  ...[
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'HEAD',
    'SOURCE',
    'M-SEARCH',
  ].flatMap((method) =>
    ['/', '/api/health', '/api/auth/session', '/_next/static/x.js'].map((at) => odd(null, at, { method })),
  ),
  ...[
    '.rsc',
    '.segments/_tree.segment.rsc',
    '.segments/x.rsc',
    '.txt',
    '.json',
    '%00',
    '%2f',
    ';x',
    '/..',
    '/%2e%2e/',
  ].flatMap((end) =>
    ['/sign-in', '/issuers/1001', '/get', '/_next/data/x/y'].map((at) => odd(null, `${at}${end}`)),
  ),
  ...[
    '/?_rsc=x',
    '/issuers/1001?_rsc=%E2%80%A8',
    '/issuers/1001?nxtPissuer=%E2%80%A8',
    '/issuers/1001?nxtIissuer=..',
    '/_next/image?url=%E2%80%A8&w=64&q=75',
    '/_next/static/%2e%2e/%2e%2e/package.json',
    '/api/auth/error?error=x',
    '/api/auth/callback/oidc?code=%E2%80%A8&state=x',
    '/api/auth/signin/%E2%80%A8',
    '/api/upstream/%E2%80%A8',
    `/api/runs/${'a'.repeat(3000)}/file`,
  ].map((target) => odd(null, target)),
  ...[
    'rsc: 1',
    'rsc: 1\r\nnext-router-prefetch: 1',
    'rsc: 1\r\nnext-router-prefetch: 2',
    'rsc: 1\r\nnext-router-prefetch: 3',
    'rsc: 1\r\nnext-router-segment-prefetch: /_tree',
    'rsc: 1\r\nnext-router-segment-prefetch: /$$$',
    'rsc: 1\r\nnext-router-state-tree: ["",{}]',
    'rsc: 1\r\nnext-router-state-tree: ["",{"__proto__":["",{}]}]',
    'rsc: 1\r\nnext-router-state-tree: ["x",{"children":[["issuer","%E2%80%A8","d",null],{}]},null,"refetch"]',
    'rsc: 1\r\nnext-router-state-tree: ["x",{"a":["b",{"c":["d",{}]}]},["//x.example","y"],"metadata-only",9]',
    'next-action: x',
    'next-url: /issuers/1001',
    'x-forwarded-host: \u00e9',
    'x-forwarded-for: @@@@,,,',
    'x-forwarded-proto: x://',
    'origin: null',
    'upgrade: websocket\r\nconnection: upgrade',
    'expect: 100-continue',
    'expect: x',
  ].flatMap((header) =>
    ['/', '/sign-in', '/issuers/1001', '/get'].map((at) => odd(null, at, { headers: header.split('\r\n') })),
  ),
  odd(null, '/', { version: '1.0', host: null }),
  odd(null, '/sign-in', { version: '1.0', host: null }),
  odd(null, '/', { version: '2.0' }),
];

export const oddRequests: readonly Odd[] = [...rejected, ...unusual];

/** Sends the bytes and reads until the other end closes; status 0 when it closed without a response. */
export function sendBytes(url: string, bytes: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const parts: Buffer[] = [];
    socket.setTimeout(30_000, () => socket.destroy(new Error(`No answer to ${bytes.slice(0, 200)}`)));
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failed(error);
    });
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('latin1');
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), body });
    });
  });
}
