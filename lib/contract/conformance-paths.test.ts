import { describe, expect, test } from 'vitest';
import { operations as byHand } from '#tests/interface/operations';
import { type EndpointId, endpointIds, endpointOf } from './index.ts';
import { match, matchExact } from './match.ts';

/** Expected paths, written by hand, independently of the contract. */
const operations = Object.fromEntries(
  Object.entries(byHand).map(([id, { method, path }]) => [id, `${method} ${path}`]),
);

/** Endpoints that browsers do not call. */
const serverOnlyEndpoints: Record<string, string> = {
  DownloadReport: 'GET /api/v1/Report/DownloadReport/{fileCode}/{fileName}/{accessCode}',
  Token: 'POST /connect/token',
  DownloadTransactionDetails:
    'GET /api/v1/Transaction/GenerateTransactionDetails/{fileCode}/{fileName}/{accessCode}',
};

const aliases: Record<string, string> = {
  GenerateIssuerBalance: '/api/v1/Report/Generate/Issuer/Balance',
  GenerateOwnershipPercentage: '/api/v1/Report/Generate/Ownership/Percentage',
  GenerateTransactionList: '/api/v1/Report/Generate/Transaction/List',
  GenerateControlBook: '/api/v1/Report/Generate/Control/Book',
};

const all = Object.entries({ ...operations, ...serverOnlyEndpoints }) as [EndpointId, string][];

describe('operations of the interface', () => {
  test('are the listed ones, the token call and the downloads, and nothing else', () => {
    expect([...endpointIds].sort()).toEqual(all.map(([id]) => id).sort());
  });

  test.each(all)('%s is %s', (id, line) => {
    const { method, path } = endpointOf(id);
    expect(`${method} ${path}`).toBe(line);
  });

  test('exactly the four documented pairs have a second path', () => {
    const found = endpointIds.flatMap((id) => (endpointOf(id).aliases ?? []).map((path) => [id, path]));
    expect(Object.fromEntries(found)).toEqual(aliases);
    expect(found).toHaveLength(4);
  });

  test('every file-producing operation has its menu entry, and its date field exists', () => {
    for (const id of endpointIds) {
      const { kind, report, body } = endpointOf(id);
      expect(report !== undefined, id).toBe(kind === 'generate');
      if (report?.asOf) expect(Object.keys(body?.shape ?? {}), id).toContain(report.asOf);
    }
  });
});

const filled = (path: string) =>
  path.replace('{fileCode}', 'f0').replace('{fileName}', 'A b.pdf').replace('{accessCode}', 'Zz');

describe('match', () => {
  test.each(all)('%s by its path, in any letter case', (id, line) => {
    const [method = '', path = ''] = line.split(/ (.*)/);
    const raw = filled(path).replace(' ', '%20');
    const found = match(method, raw);
    expect(found).toMatchObject({ id });
    if (path.includes('{')) {
      expect(found).toMatchObject({ params: { fileCode: 'f0', fileName: 'A b.pdf', accessCode: 'Zz' } });
    }
    const [, prefix = '', rest = ''] = /^(\/\w+\/\w+)(.*)$/.exec(raw) ?? [];
    expect(match(method, prefix.toUpperCase() + rest)).toMatchObject({ id });
    expect(match(method === 'GET' ? 'POST' : 'GET', raw)).not.toMatchObject({ id });
  });

  test.each(Object.entries(aliases))('%s by its second path %s', (id, path) => {
    expect(match('POST', path)).toEqual({ id, params: {} });
    expect(matchExact('POST', path)).toEqual({ id, params: {} });
  });

  test('the letter case of a parameter is kept', () => {
    expect(match('GET', '/Api/v1/Report/DownloadReport/aB/cD.PDF/eF')).toEqual({
      id: 'DownloadReport',
      params: { fileCode: 'aB', fileName: 'cD.PDF', accessCode: 'eF' },
    });
  });

  test.each(['get', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST'])(
    'method %s on a GET path is rejected',
    (method) => {
      expect(match(method, '/api/v1/Proxy/GetList')).toBe('method-not-allowed');
      expect(matchExact(method, '/api/v1/Proxy/GetList')).toBe('method-not-allowed');
    },
  );

  test.each([
    '',
    '/',
    'api/v1/Proxy/GetList',
    '/api/v1/Proxy/GetList/',
    '//api/v1/Proxy/GetList',
    '/api/v1//Proxy/GetList',
    '/api/v1/./Proxy/GetList',
    '/api/v1/Issuer/../Proxy/GetList',
    '/api/v1/%2e%2e/v1/Proxy/GetList',
    '/api/v1/Proxy%2fGetList',
    '/api/v1/%50roxy/GetList',
    '/api/v1/Proxy/GetList;x=1',
    '/api/v1/Proxy/GetList?x=1',
    '/api/v1/Proxy/GetList%00',
    '/api/v2/Proxy/GetList',
    '/api/v1/Report/DownloadReport/a/b',
    '/api/v1/Report/DownloadReport/a/b/c/d',
    '/api/v1/Report/DownloadReport/a//c',
    '/api/v1/Report/DownloadReport/a/../c',
    '/api/v1/Report/DownloadReport/a/%2e%2e/c',
    '/api/v1/Report/DownloadReport/a/..%2f..%2fetc%2fpasswd/c',
    '/api/v1/Report/DownloadReport/a/..%5c..%5cetc/c',
    '/api/v1/Report/DownloadReport/a/a.pdf%00.exe/c',
    '/api/v1/Report/DownloadReport/a/%0d%0aSet-Cookie:x/c',
    '/api/v1/Report/DownloadReport/a/%ff.pdf/c',
    '/api/v1/Report/DownloadReport/a/%zz/c',
  ])('%j is no operation', (path) => {
    expect(match('GET', path)).toBeNull();
    expect(matchExact('GET', path)).toBeNull();
  });

  test('the gateway accepts documented spellings only, no token call and no download path', () => {
    expect(matchExact('GET', '/api/v1/Issuer/GetIssuerBalance')).toEqual({
      id: 'GetIssuerBalance',
      params: {},
    });
    expect(matchExact('GET', '/Api/v1/Issuer/GetIssuerBalance')).toBeNull();
    expect(matchExact('GET', '/api/v1/issuer/GetIssuerBalance')).toBeNull();
    expect(matchExact('POST', '/connect/token')).toBeNull();
    expect(matchExact('GET', '/api/v1/Report/DownloadReport/a/b/c')).toBeNull();
    expect(matchExact('GET', '/api/v1/Transaction/GenerateTransactionDetails/a/b/c')).toBeNull();
  });
});
