// Requests that the gateway must refuse, with who sends them and the expected response.

import type { RequestOptions } from '../gateway-fixture.ts';

type Who = 'operator' | 'admin' | 'officer' | 'viewer' | 'downloader' | null;

/** One hostile or mistaken request: who sends what, and the expected response. None may reach the registry. */
export type Attack = {
  name: string;
  as: Who;
  path: string;
  request?: RequestOptions;
  status: number;
  code: string;
};

const capTable = '/api/v1/Issuer/shareholder/cap/table';
const list = '/api/v1/Report/GenerateShareholderList';
const holders = {
  customerIssuerId: 1001,
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
  isPDF: true,
};
const forbidden = { status: 403, code: 'forbidden' };
const invalid = { status: 400, code: 'invalid' };
const absent = { status: 404, code: 'not_found' };
const csrf = { status: 403, code: 'csrf' };
const anonymous = { status: 401, code: 'unauthenticated' };

const get = (as: Who, search: string, request: { status: number; code: string }): Attack => ({
  name: `cap table ${search} as ${as}`,
  as,
  path: capTable + search,
  ...request,
});

const post = (
  name: string,
  as: Who,
  body: unknown,
  request: { status: number; code: string },
  headers = {},
): Attack => ({
  name,
  as,
  path: list,
  request: { body, headers, method: 'POST' },
  ...request,
});

/** Requests the gateway must refuse: bad input, foreign issuers, fields or operations not of the role. */
export const attacks: readonly Attack[] = [
  get(null, '?CustomerIssuerId=1001', anonymous),
  {
    name: 'a token instead of a session',
    as: null,
    path: `${capTable}?CustomerIssuerId=1001`,
    request: { headers: { authorization: 'Bearer x' } },
    ...anonymous,
  },
  {
    name: 'a token beside a session',
    as: 'operator',
    path: `${capTable}?CustomerIssuerId=1001`,
    request: { headers: { authorization: 'Bearer x' } },
    ...anonymous,
  },
  {
    name: 'a made-up session',
    as: null,
    path: capTable,
    request: { cookie: `sharebook.session=${'A'.repeat(43)}` },
    ...anonymous,
  },
  // Issuer scope: every request names one issuer that the user is granted.
  get('officer', '', forbidden),
  get('officer', '?CustomerIssuerId=', forbidden),
  get('officer', '?CustomerIssuerId=1002', forbidden),
  get('officer', '?CustomerIssuerId=999999', forbidden),
  get('officer', '?CustomerIssuerId=01001', invalid),
  get('officer', '?CustomerIssuerId=1001.0', invalid),
  get('officer', '?CustomerIssuerId=1e3', invalid),
  get('officer', '?CustomerIssuerId=-1', invalid),
  get('officer', '?CustomerIssuerId=%201001', invalid),
  get('officer', '?CustomerIssuerId=%EF%BC%91', invalid),
  get('officer', '?CustomerIssuerId=1001&CustomerIssuerId=1001', invalid),
  get('officer', '?CustomerIssuerId=1001&customerIssuerId=1002', invalid),
  get('officer', '?CustomerIssuerId=1001&SystemControlIssuerId=5', invalid),
  get('officer', '?SystemControlIssuerId=5', invalid),
  get('officer', '?CustomerIssuerId[]=1001', forbidden),
  get('officer', '?CustomerIssuerId=1001&isAdmin=1', invalid),
  get('operator', '', invalid),
  get('operator', '?CustomerIssuerId=null', invalid),
  get('operator', '?CustomerIssuerId=9007199254740993', invalid),
  get('operator', '?CustomerIssuerId=1001&NumberOfRows=1000000000', invalid),
  get('operator', '?CustomerIssuerId=1001&NumberOfRows=0', invalid),
  get('operator', '?CustomerIssuerId=1001&Start=-1', invalid),
  get('operator', '?CustomerIssuerId=1001&_rsc=abc', invalid),
  get('downloader', '?CustomerIssuerId=1004', forbidden),
  // Paths: only the exact spelling is accepted.
  ...[
    '/API/V1/Issuer/shareholder/cap/table',
    `${capTable}/`,
    '/api/v1//Issuer/shareholder/cap/table',
    '/api/v1/Issuer/shareholder%2fcap/table',
    '/api/v1/Issuer/shareholder/cap/table;x=1',
    '/api/v1/Issuer/shareholder/cap/table.rsc',
    '/api/v1/Issuer/Nothing',
    '/connect/token',
    '/api/v1/Report/DownloadReport/a/b.pdf/c',
    '/api/v1/Transaction/GenerateTransactionDetails/a/b.pdf/c',
    '',
  ].map((path): Attack => ({ name: `path ${path || '(empty)'}`, as: 'operator', path, ...absent })),
  ...['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].map(
    (method): Attack => ({
      name: `${method} on a read`,
      as: 'operator',
      path: capTable,
      request: { method },
      ...absent,
    }),
  ),
  { name: 'GET on a report', as: 'operator', path: list, ...absent },
  // Cross-site requests.
  post('no own header', 'operator', holders, csrf, { 'x-sharebook': '' }),
  post('no Origin', 'operator', holders, csrf, { origin: '' }),
  post('Origin null', 'operator', holders, csrf, { origin: 'null' }),
  post('other Origin', 'operator', holders, csrf, { origin: 'https://evil.test' }),
  post('other port', 'operator', holders, csrf, { origin: 'http://127.0.0.1:3001' }),
  post('cross-site fetch', 'operator', holders, csrf, { 'sec-fetch-site': 'cross-site' }),
  post('same-site fetch', 'operator', holders, csrf, { 'sec-fetch-site': 'same-site' }),
  post('plain text', 'operator', holders, csrf, { 'content-type': 'text/plain' }),
  post('a form', 'operator', 'a=1', csrf, { 'content-type': 'application/x-www-form-urlencoded' }),
  post('UTF-16', 'operator', holders, invalid, { 'content-type': 'application/json; charset=utf-16' }),
  post('compressed', 'operator', holders, invalid, { 'content-encoding': 'gzip' }),
  // Request bodies.
  ...[
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '{"a":1,}',
    '{} {}',
    '\ufeff{}',
    '{"a":"\\ud800"}',
    `${'['.repeat(10_000)}`,
  ].map((text): Attack => post(`body ${JSON.stringify(text.slice(0, 12))}`, 'operator', text, invalid)),
  post('repeated key', 'officer', '{"customerIssuerId":1001,"customerIssuerId":1002}', invalid),
  post('letter-case twin', 'officer', { ...holders, CustomerIssuerId: 1002 }, invalid),
  post('prototype', 'operator', '{"__proto__":{"polluted":true}}', invalid),
  post('unknown field', 'operator', { ...holders, role: 'ta-admin' }, invalid),
  post('text for a flag', 'operator', { ...holders, isPDF: 'true' }, invalid),
  post('unknown choice', 'operator', { ...holders, restrictionStatus: 'all' }, invalid),
  post('a day that is none', 'operator', { ...holders, cutoff: '2026-02-30' }, invalid),
  post('NUL in text', 'operator', { ...holders, prefix: 'a\u0000' }, invalid),
  post('issuer null', 'officer', { ...holders, customerIssuerId: null }, forbidden),
  post('issuer null as operator', 'operator', { ...holders, customerIssuerId: null }, invalid),
  post('issuer as list', 'officer', { ...holders, customerIssuerId: [1001] }, invalid),
  post('issuer as text', 'officer', { ...holders, customerIssuerId: '1001' }, invalid),
  post('foreign issuer', 'officer', { ...holders, customerIssuerId: 1004 }, forbidden),
  // Fields that only some roles may set.
  post('tax ids as officer', 'officer', { ...holders, showTaxId: true }, forbidden),
  post('access codes as officer', 'officer', { ...holders, includeAccessCode: true }, forbidden),
  post('contact data as viewer', 'viewer', { ...holders, showContactInfo: true }, forbidden),
  post('addresses as viewer', 'viewer', { ...holders, showAddressInfo: true }, forbidden),
  post(
    'contact data as downloader',
    'downloader',
    { ...holders, customerIssuerId: 1004, showContactInfo: true },
    forbidden,
  ),
  post('tax ids without a reason', 'operator', { ...holders, showTaxId: true }, invalid),
  // Operations a role does not have.
  { name: 'TA-2 as officer', as: 'officer', path: '/api/v1/Report/GetTA2Report', ...forbidden },
  { name: 'TA-2 with parameters', as: 'operator', path: '/api/v1/Report/GetTA2Report?year=2025', ...invalid },
  {
    name: 'holders as downloader',
    as: 'downloader',
    path: '/api/v1/Shareholder/Details?customerShareholderId=LK-1',
    ...forbidden,
  },
  {
    name: 'control book as downloader',
    as: 'downloader',
    path: '/api/v1/Report/GenerateControlBook',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'labels as viewer',
    as: 'viewer',
    path: '/api/v1/Report/GenerateMailingLabels',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'contacts as downloader',
    as: 'downloader',
    path: '/api/v1/Report/GenerateIssuerContacts',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'statement as viewer',
    as: 'viewer',
    path: '/api/v1/Report/GenerateHoldingsStatement',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'holder write as officer',
    as: 'officer',
    path: '/api/v1/Shareholder/CreateOrUpdate',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'issuance as viewer',
    as: 'viewer',
    path: '/api/v1/Transaction/CreateNewIssuance',
    request: { body: {} },
    ...forbidden,
  },
  {
    name: 'transaction list as data for a downloader',
    as: 'downloader',
    path: '/api/v1/Report/GenerateTransactionList',
    request: {
      body: {
        customerIssuerId: 1004,
        filterDateBy: 'Effective Date',
        startDate: '2026-01-01',
        endDate: '2026-02-01',
        returnJSON: true,
      },
    },
    ...forbidden,
  },
];
