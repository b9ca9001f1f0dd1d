import { describe, expect, test } from 'vitest';
import { type EndpointId, endpointIds, endpointOf } from './index.ts';
import { match, matchExact } from './match.ts';

/** Typed from the endpoints of the interface, independently of the contract. */
const operations: Record<string, string> = {
  GetTA2Report: 'GET /api/v1/Report/GetTA2Report',
  GetOwnershipPercentage: 'GET /api/v1/Report/GetOwnershipPercentage',
  GetDilutedPercentage: 'GET /api/v1/Report/GetDilutedPercentage',
  GenerateDilutedPercentage: 'POST /api/v1/Report/GenerateDilutedPercentage',
  GenerateShareholderList: 'POST /api/v1/Report/GenerateShareholderList',
  GenerateHoldingsStatement: 'POST /api/v1/Report/GenerateHoldingsStatement',
  GenerateDRSStatement: 'POST /api/v1/Report/GenerateDRSStatement',
  GenerateRejectionList: 'POST /api/v1/Report/GenerateRejectionList',
  GenerateIssuerContacts: 'POST /api/v1/Report/GenerateIssuerContacts',
  GenerateMailingLabels: 'POST /api/v1/Report/GenerateMailingLabels',
  GenerateIssuerBalance: 'POST /api/v1/Report/GenerateIssuerBalance',
  GenerateOwnershipPercentage: 'POST /api/v1/Report/GenerateOwnershipPercentage',
  GenerateTransactionList: 'POST /api/v1/Report/GenerateTransactionList',
  GenerateControlBook: 'POST /api/v1/Report/GenerateControlBook',
  DownloadReport: 'GET /api/v1/Report/DownloadReport/{fileCode}/{fileName}/{accessCode}',
  GenerateTransactionDetails: 'POST /api/v1/Transaction/GenerateTransactionDetails',
  CreateNewIssuance: 'POST /api/v1/Transaction/CreateNewIssuance',
  GetTAStatusTransactions: 'GET /api/v1/Transaction/GetTAStatusTransactions',
  GenerateTransactions: 'POST /api/v1/Transaction/GenerateTransactions',
  CreateOrUpdate: 'POST /api/v1/Shareholder/CreateOrUpdate',
  GetShareholderDetails: 'GET /api/v1/Shareholder/Details',
  GetHoldingSummary: 'GET /api/v1/Shareholder/GetHoldingSummary',
  GetShareholderDetailsList: 'GET /api/v1/Shareholder/Details/List',
  GetShareholderCapTable: 'GET /api/v1/Issuer/shareholder/cap/table',
  GetIssuerShareholderDetails: 'GET /api/v1/Issuer/shareholder/details',
  GetIssuerSecurityTypes: 'GET /api/v1/Issuer/GetIssuerSecurityTypes',
  GetIssuerActiveCertificateDefinitions: 'GET /api/v1/Issuer/GetIssuerActiveCertificateDefinitions',
  GetTransferAgentIssuers: 'GET /api/v1/Issuer/GetTransferAgentIssuers',
  GetIssuerBalance: 'GET /api/v1/Issuer/GetIssuerBalance',
  GetProxyList: 'GET /api/v1/Proxy/GetList',
  GenerateProxyDetails: 'POST /api/v1/Proxy/GenerateProxyDetails',
  GetDividendList: 'GET /api/v1/Dividend/GetList',
  GenerateDividendDetails: 'POST /api/v1/Dividend/GenerateDividendDetails',
  GetHoldingCertificates: 'GET /api/v1/Certificate/GetHoldingCertificates',
};

const besides: Record<string, string> = {
  Token: 'POST /connect/token',
  DownloadTransactionDetails:
    'GET /api/v1/Transaction/GenerateTransactionDetails/{fileCode}/{fileName}/{accessCode}',
};

const twins: Record<string, string> = {
  GenerateIssuerBalance: '/api/v1/Report/Generate/Issuer/Balance',
  GenerateOwnershipPercentage: '/api/v1/Report/Generate/Ownership/Percentage',
  GenerateTransactionList: '/api/v1/Report/Generate/Transaction/List',
  GenerateControlBook: '/api/v1/Report/Generate/Control/Book',
};

const all = Object.entries({ ...operations, ...besides }) as [EndpointId, string][];

describe('the operations of the interface', () => {
  test('34 operations, the token call and the second download form, and nothing else', () => {
    expect(Object.keys(operations)).toHaveLength(34);
    expect([...endpointIds].sort()).toEqual(all.map(([id]) => id).sort());
  });

  test.each(all)('%s is %s', (id, line) => {
    const { method, path } = endpointOf(id);
    expect(`${method} ${path}`).toBe(line);
  });

  test('exactly the four documented pairs have a second path', () => {
    const found = endpointIds.flatMap((id) => (endpointOf(id).aliases ?? []).map((path) => [id, path]));
    expect(Object.fromEntries(found)).toEqual(twins);
    expect(found).toHaveLength(4);
  });

  test('every file-producing operation has its menu facts, and its date field exists', () => {
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

  test.each(Object.entries(twins))('%s by its second path %s', (id, path) => {
    expect(match('POST', path)).toEqual({ id, params: {} });
    expect(matchExact('POST', path)).toEqual({ id, params: {} });
  });

  test('letter case of a parameter is kept', () => {
    expect(match('GET', '/Api/v1/Report/DownloadReport/aB/cD.PDF/eF')).toEqual({
      id: 'DownloadReport',
      params: { fileCode: 'aB', fileName: 'cD.PDF', accessCode: 'eF' },
    });
  });

  test.each(['get', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST'])(
    'method %s on a GET path is refused',
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

  test('the gateway takes documented spellings only, no token call and no download path', () => {
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
