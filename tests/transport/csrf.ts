// Routes that change something, and requests to them from other origins.

import { readdirSync, readFileSync } from 'node:fs';
import { endpointIds, endpointOf } from '#lib/contract/index';
import type { RequestOptions } from './app.ts';

/** A route that changes or creates something, with a body it would accept. */
export type MutatingRoute = { method: string; path: string; type: 'json' | 'form'; body: string };

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const id = 'a'.repeat(32);

/** Bodies of forms; all other routes take JSON. */
const forms: Readonly<Record<string, string>> = {
  '/api/public/file/content': form({ token: 'a'.repeat(43), code: '12345678' }),
  '/api/get': form({ recipe: 'month-end-register', issuer: '1001', token: 'a' }),
};

/** Values for the variable parts of a path. */
const fillings: Readonly<Record<string, readonly string[]>> = {
  '/api/auth/[...nextauth]': [
    'signout',
    'session',
    'callback/credentials',
    'signin/credentials',
    'signin/oidc',
  ],
  '/api/account/[action]': ['password', 'totp', 'recovery-codes', 'sessions'],
  '/api/account/sign-in/[step]': ['password', 'code', 'provider'],
};

/** Every method of every handler that is not a read, from the source: new routes are tested automatically. */
export function mutatingRoutes(): MutatingRoute[] {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('route.ts') && !path.startsWith('[...path]'))
    .map((path) => `app/api/${path}`);
  const found = files.flatMap((file) => {
    const route = `/${file.replace(/^app\//, '').replace(/\/route\.ts$/, '')}`;
    const text = readFileSync(file, 'utf8');
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((verb) =>
      new RegExp(`(function|const|as) ${verb}\\b`).test(text),
    );
    return methods.flatMap((method) => pathsOf(route).map((path) => mutatingRoute(method, route, path)));
  });
  return found;
}

function pathsOf(route: string): string[] {
  if (route === '/api/upstream/[...path]')
    return endpointIds
      .map((each) => endpointOf(each))
      .filter(({ method, kind }) => method === 'POST' && kind !== 'token')
      .map(({ path }) => `/api/upstream${path}`);
  const ends = fillings[route];
  if (ends) return ends.map((end) => route.replace(/\[[^\]]+\]$/, end));
  return [route.replace(/\[[^\]]+\]/g, id)];
}

function mutatingRoute(method: string, route: string, path: string): MutatingRoute {
  const body = forms[route];
  const isForm = body !== undefined || route.startsWith('/api/auth/') || route.includes('sign-in');
  return { method, path, type: isForm ? 'form' : 'json', body: body ?? (isForm ? form({ a: '1' }) : '{}') };
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Ways in which a request comes from somewhere other than our own pages. */
export function foreignRequests(
  base: string,
  endpoint: MutatingRoute,
  cookie: string,
): [name: string, ask: RequestOptions][] {
  const own = {
    cookie,
    origin: base,
    'x-sharebook': '1',
    'sec-fetch-site': 'same-origin',
    'content-type': types[endpoint.type],
  };
  const { origin: _origin, ...noOrigin } = own;
  const { 'x-sharebook': _header, ...noHeader } = own;
  const { 'content-type': _type, ...noType } = own;
  const other = new URL(base);
  other.port = String(Number(other.port) + 1);
  const sent = (headers: Record<string, string>, body = endpoint.body): RequestOptions => ({
    method: endpoint.method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
  const everywhere: [string, RequestOptions][] = [
    [
      'a form of another site',
      sent({
        cookie,
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
        'content-type': types.form,
      }),
    ],
    [
      'text/plain that is JSON',
      sent({ cookie, origin: 'https://evil.test', 'content-type': 'text/plain' }, '{"a":1}'),
    ],
    [
      'multipart',
      sent({ cookie, origin: 'null', 'content-type': 'multipart/form-data; boundary=x' }, '--x--\r\n'),
    ],
    ['Origin null', sent({ ...own, origin: 'null' })],
    ['another Origin', sent({ ...own, origin: 'https://evil.test' })],
    ['another port', sent({ ...own, origin: other.origin })],
    ['our Origin with more', sent({ ...own, origin: `${base}.evil.test` })],
    ['our Origin over https', sent({ ...own, origin: base.replace('http:', 'https:') })],
    ['two Origins', sent({ ...own, origin: `${base}, https://evil.test` })],
    ['fetched from another site', sent({ ...own, 'sec-fetch-site': 'cross-site' })],
    ['fetched from a neighbour site', sent({ ...own, 'sec-fetch-site': 'same-site' })],
  ];
  if (endpoint.type === 'form')
    return [
      ...everywhere,
      ['neither Origin nor Sec-Fetch-Site', sent({ cookie, 'content-type': types.form })],
    ];
  return [
    ...everywhere,
    ['no Origin', sent(noOrigin)],
    ['no header of ours', sent(noHeader)],
    ['another value in it', sent({ ...own, 'x-sharebook': '0' })],
    ['no type', sent(noType)],
    ['a form with everything else', sent({ ...own, 'content-type': types.form })],
  ];
}
