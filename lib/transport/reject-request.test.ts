import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { rejectionOf } from './reject-request.ts';

type Distinct = IncomingMessage['headersDistinct'];

const headOf = (url: string, more: Record<string, string | string[]> = {}, httpVersion = '1.1') => {
  const given: IncomingHttpHeaders = { host: 'books.example', ...more };
  const headersDistinct = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, [value ?? []].flat()]),
  ) as Distinct;
  return { url, httpVersion, headersDistinct };
};
const statusOf = (...given: Parameters<typeof headOf>) => rejectionOf(headOf(...given))?.status ?? null;

const tree = [
  '',
  { children: [['issuer', '1001', 'd', null], { children: ['__PAGE__', {}] }] },
  null,
  null,
  1,
];
const stateOf = (value: unknown) => ({
  rsc: '1',
  'next-router-state-tree': encodeURIComponent(JSON.stringify(value)),
});
const nested = (depth: number): unknown => (depth === 0 ? ['', {}] : ['', { children: nested(depth - 1) }]);

test.each<[string, Record<string, string | string[]>?]>([
  ['/'],
  ['/issuers/1001?asof=2026-06-30&q=%E0%A4%A#part'],
  ['/%E2%80%A8'],
  ['/api/upstream/x?a="b\'c'],
  ['/search?q=a\\b'],
  ['/sign-in?next='],
  ['/sign-in?next=%2Fissuers%2F1001%3Fasof%3D2025-12-31'],
  ['/sign-in?next=/%C3%A9'],
  ['/api/auth/signin?callbackUrl=http%3A%2F%2Fbooks.example%2F'],
  ['/', { host: '[::1]:3000' }],
  ['/', { rsc: '1', 'next-router-prefetch': '2', 'next-url': '/issuers/1001' }],
  ['/', { rsc: '1', 'next-router-segment-prefetch': '/$d$issuer/__PAGE__' }],
  ['/', stateOf(tree)],
  ['/', stateOf(['', {}, ['/x', 'y'], 'refetch', 4, 'z'])],
])('%s %j is accepted', (url, headers) => {
  expect(statusOf(url, headers)).toBeNull();
});

test.each<[string, Record<string, string | string[]>?]>([
  [''],
  ['*'],
  [`*${'@'.repeat(3000)}`],
  ['books.example:443'],
  ['http://books.example/'],
  ['HTTPS://books.example/api/health'],
  ['//evil.example/'],
  ['\\\\evil.example'],
  ['/\\evil.example'],
  ['/a b'],
  ['/a\tb'],
  ['/\u007f'],
  ['/\u00e9'],
  ['/?q=\u2028'],
  ['/%'],
  ['/%ff'],
  ['/%zz?x=1'],
  ['/sign-in?next=/%E2%80%A8'],
  ['/sign-in?next=/%E2%80%A9'],
  ['/sign-in?next=/x%0d%0aset-cookie:a'],
  ['/sign-in?next=/%5Cevil.example'],
  ['/sign-in?next=//evil.example'],
  ['/sign-in?next=https://evil.example'],
  ['/sign-in?a=1&next=/&next=//evil.example'],
  ['/sign-in?%6eext=//evil.example'],
  ['/api/auth/signin?callbackUrl=/%E2%80%A8'],
  ['/api/auth/error?error=%E2%80%A8'],
  ['/api/auth/error?error=%C4%80'],
  ['/', { host: [] }],
  ['/', { host: '' }],
  ['/', { host: ['a.example', 'a.example'] }],
  ['/', { host: 'a.example, b.example' }],
  ['/', { host: 'a@b' }],
  ['/', { rsc: '2' }],
  ['/', { 'next-router-prefetch': 'x' }],
  ['/', { 'next-url': 'http://evil.example/' }],
  ['/', { 'next-url': '/%E0%A4%A' }],
  ['/', { 'next-router-segment-prefetch': 'x' }],
  ['/', { 'next-router-state-tree': '' }],
  ['/', { 'next-router-state-tree': '%E0%A4%A' }],
  ['/', { 'next-router-state-tree': '{' }],
  ['/', { 'next-router-state-tree': 'x'.repeat(40_001) }],
  ['/', { 'next-router-state-tree': '['.repeat(30_000) }],
  ['/', { 'next-router-state-tree': ['[]', '[]'] }],
  ...[
    null,
    1,
    '',
    {},
    [],
    [''],
    ['', []],
    ['', null],
    [1, {}],
    ['', { a: 1 }],
    ['', {}, 1],
    ['', {}, ['a']],
  ].map((odd): [string, Record<string, string>] => ['/', stateOf(odd)]),
  ['/', stateOf(['', {}, null, 'other'])],
  ['/', stateOf(['', {}, null, null, '1'])],
  ['/', stateOf(['', {}, null, null, 1, 2])],
  ['/', stateOf([...tree, 'a', 'b'])],
  ['/', stateOf([['issuer', '1001', 'e', null], {}])],
  ['/', stateOf([['issuer', '1001', 'd'], {}])],
  ['/', stateOf(nested(200))],
])('%s %j is rejected', (url, headers) => {
  const rejection = rejectionOf(headOf(url, headers));
  expect(rejection?.status).toBe(400);
  expect(rejection?.text).not.toMatch(/evil|books|@@|%/);
});

test('a long target is 414, and only HTTP/1.0 may omit the host', () => {
  expect([statusOf(`/${'x'.repeat(8191)}`), statusOf(`/${'x'.repeat(8192)}`)]).toEqual([null, 414]);
  expect([statusOf('/', { host: [] }, '1.0'), statusOf('/', { host: ['a', 'b'] }, '1.0')]).toEqual([
    null,
    400,
  ]);
});
