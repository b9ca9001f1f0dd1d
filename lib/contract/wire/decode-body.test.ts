import { describe, expect, test } from 'vitest';
import { contract, type EndpointId, endpointOf } from '../index.ts';
import { decodeRequest, parseJson } from './index.ts';

type Mode = 'registry' | 'gateway';
type Fields = Record<string, unknown>;

function query(id: EndpointId, text: string, mode: Mode = 'registry') {
  return decodeRequest(endpointOf(id), { query: new URLSearchParams(text) }, { mode });
}

function body(id: EndpointId, change: Fields, mode: Mode = 'registry') {
  const example = { ...endpointOf(id).example.request, ...change };
  for (const name of Object.keys(example))
    if (example[name as never] === undefined) delete example[name as never];
  return decodeRequest(endpointOf(id), { body: example }, { mode });
}

function rejected(result: { ok: boolean; fields?: Record<string, string[]> }): string[] {
  expect(result.ok).toBe(false);
  return Object.keys(result.fields ?? {});
}

describe('dates', () => {
  const cutoff = (value: unknown) => body('GenerateDilutedPercentage', { cutoff: value });

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-2-3',
    '20260203',
    '02/03/2026',
    'today',
    '2026-11-20T25:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T10:00:00+99:99',
    '2026-11-20T',
    '2026-11-20 10:00',
    ' 2026-11-20',
    '2026-11-20\n',
    '0000-01-01',
    '10000-01-01',
    '-000001-01-01',
    '+002026-11-20',
    '2025-02-29',
    '1900-02-29',
    '2026-00-10',
    '2026-11-00',
    '2026-11-31',
    '２０２６-11-20',
    '',
    null,
    20261120,
    ['2026-11-20'],
    {},
    undefined,
  ])('%j is rejected', (value) => {
    expect(rejected(cutoff(value))).toEqual(['cutoff']);
  });

  test.each([
    ['2026-11-20', '2026-11-20'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T23:59:59.999-12:00', '2026-11-20'],
    ['2026-11-20T00:30+14:00', '2026-11-20'],
    ['2026-11-20T10:00', '2026-11-20'],
  ])('%s means %s, as written', (given, date) => {
    expect(cutoff(given)).toMatchObject({ ok: true, value: { cutoff: date } });
  });

  test('the letter case of the name does not matter, another name does', () => {
    expect(body('GenerateHoldingsStatement', { Cutoff: undefined, cutoff: '2026-11-20' })).toMatchObject({
      ok: true,
      value: { Cutoff: '2026-11-20' },
    });
    expect(rejected(body('GenerateIssuerBalance', { CutoffDate: undefined, cutoff: '2026-11-20' }))).toEqual([
      'CutoffDate',
    ]);
  });
});

describe('bodies', () => {
  test.each([undefined, null, [], 'x', 1, true])('%j is not a body', (given) => {
    expect(
      rejected(decodeRequest(contract.GenerateControlBook, { body: given }, { mode: 'registry' })),
    ).toEqual(['']);
  });

  test('types are strict', () => {
    for (const value of ['true', 1, null]) {
      expect(rejected(body('GenerateDilutedPercentage', { isPDF: value }))).toEqual(['isPDF']);
    }
    for (const value of ['1001', [1001], {}, 1.5, -1, 0, true, 10n ** 20n]) {
      expect(rejected(body('GenerateControlBook', { customerIssuerId: value }))).toEqual([
        'customerIssuerId',
      ]);
    }
    for (const value of ['all', 'ALL', null, 0, undefined]) {
      expect(rejected(body('GenerateShareholderList', { restrictionStatus: value }))).toEqual([
        'restrictionStatus',
      ]);
    }
    expect(rejected(body('GenerateShareholderList', { addressStatus: 'Good' }))).toEqual(['addressStatus']);
    expect(rejected(body('GenerateDilutedPercentage', { isPDF: undefined }))).toEqual(['isPDF']);
  });

  test('1.0 and 1e3 in JSON are integers', () => {
    const parsed = parseJson('{"customerIssuerId":1e3,"startDate":"2026-01-01","endDate":"2026-02-01"}');
    const result = decodeRequest(
      contract.GenerateControlBook,
      { body: (parsed as { value: unknown }).value },
      { mode: 'gateway' },
    );
    expect(result).toMatchObject({ ok: true, value: { customerIssuerId: 1000 } });
  });

  test('a name in two letter cases is rejected even with equal values; unknown ones are ignored', () => {
    expect(rejected(body('GenerateControlBook', { CustomerIssuerId: 1001 }))).toEqual(['customerIssuerId']);
    const odd = JSON.parse('{"__proto__":{"x":1},"constructor":1,"isAdmin":true}') as Fields;
    const result = body('GenerateControlBook', odd);
    expect(result.ok && Object.keys(result.value as Fields)).toEqual([
      'customerIssuerId',
      'startDate',
      'endDate',
      'isPDF',
    ]);
    expect(rejected(body('GenerateControlBook', { isAdmin: true }, 'gateway'))).toEqual(['isAdmin']);
  });

  test('DRS filter: object, JSON text or short text', () => {
    const filter = (value: unknown) =>
      body('GenerateDRSStatement', { filterSecurityType: value }) as { ok: boolean; value?: Fields };
    const all = { securityTypeCode: '', securitySeriesCode: '' };
    const common = { ...all, securityTypeCode: 'C' };
    const series = { securityTypeCode: 'P', securitySeriesCode: 'A' };
    for (const [given, meant] of [
      [{}, all],
      ['', all],
      ['{}', all],
      ['C', common],
      [{ SecurityTypeCode: 'C' }, common],
      ['{"SecurityTypeCode":"C"}', common],
      ['PA', series],
      ['P-A', series],
      ['P|A', series],
    ] as const) {
      expect(filter(given).value?.filterSecurityType, JSON.stringify(given)).toEqual(meant);
    }
    for (const wrong of [
      'Z',
      'c',
      'PD',
      '{',
      '[]',
      '"C"',
      'null',
      '{"constructor":1}',
      '{"securityTypeCode":"C","SECURITYTYPECODE":"P"}',
      '{"securityTypeCode":"C","securityTypeCode":"P"}',
      5,
      null,
      [],
      undefined,
    ]) {
      expect(filter(wrong).ok, JSON.stringify(wrong)).toBe(false);
    }
  });

  test('other filters are objects only', () => {
    for (const wrong of [
      'C',
      null,
      [],
      { securityTypeCode: 'Z' },
      { securityTypeCode: 'C', SecurityTypeCode: 'C' },
    ]) {
      expect(body('GenerateIssuerBalance', { filterSecurityType: wrong }).ok, JSON.stringify(wrong)).toBe(
        false,
      );
    }
    expect(body('GenerateIssuerBalance', { filterSecurityType: {} }).ok).toBe(true);
  });

  test('type and transaction type', () => {
    expect(body('GenerateRejectionList', { type: null }).ok).toBe(true);
    for (const wrong of ['DTC', ['DTCRejection'], undefined])
      expect(body('GenerateRejectionList', { type: wrong }).ok).toBe(false);
    for (const good of ['', null, 'N'])
      expect(body('GenerateTransactions', { transactionTypeCode: good }).ok).toBe(true);
    for (const wrong of ['n', 'NT', 'X', undefined])
      expect(body('GenerateTransactions', { transactionTypeCode: wrong }).ok).toBe(false);
    for (const wrong of [undefined, 'all', 'canceled']) {
      expect(
        query('GetHoldingCertificates', `customerIssuerId=1001${wrong ? `&filterStatus=${wrong}` : ''}`).ok,
      ).toBe(false);
    }
  });

  test('contacts: either name of the status, equal if both are given', () => {
    const contacts = (change: Fields) => body('GenerateIssuerContacts', change);
    expect(contacts({ status: undefined, contactStatus: 'All' })).toMatchObject({
      ok: true,
      value: { status: 'All' },
    });
    expect(contacts({ status: 'All', contactStatus: undefined })).toMatchObject({
      ok: true,
      value: { status: 'All' },
    });
    expect(rejected(contacts({ status: 'All', contactStatus: 'Active' }))).toEqual(['contactStatus']);
    expect(rejected(contacts({ status: undefined, contactStatus: undefined }))).toEqual(['status']);
  });

  test('proxy: any of three names, equal if several are given, none null alone', () => {
    const proxy = (change: Fields) =>
      body('GenerateProxyDetails', { customerProxyId: undefined, controlProxyId: undefined, ...change });
    for (const name of ['customerProxyId', 'controlProxyId', 'proxyId']) {
      expect(proxy({ [name]: 7 }), name).toMatchObject({ ok: true, value: { customerProxyId: 7 } });
    }
    expect(proxy({ customerProxyId: null, proxyId: 7 })).toMatchObject({
      ok: true,
      value: { customerProxyId: 7 },
    });
    expect(rejected(proxy({ customerProxyId: 7, proxyId: 8 }))).toEqual(['proxyId']);
    expect(rejected(proxy({}))).toEqual(['customerProxyId']);
    expect(rejected(proxy({ customerProxyId: null }))).toEqual(['customerProxyId']);
    expect(rejected(proxy({ controlProxyId: '7' }))).toContain('customerProxyId');
  });

  test('IDs of transactions and dividends are integers, never null', () => {
    for (const wrong of [null, '5', 1.5, undefined]) {
      expect(body('GenerateTransactionDetails', { controlTransactionId: wrong }).ok).toBe(false);
      expect(body('GenerateDividendDetails', { dividendId: wrong }).ok).toBe(false);
    }
    for (const good of [0, -1, 2 ** 40])
      expect(body('GenerateDividendDetails', { dividendId: good }).ok).toBe(true);
  });
});

test('many unknown names give a short error', () => {
  const flood = Object.fromEntries(Array.from({ length: 20_000 }, (_none, index) => [`x${index}`, 1]));
  expect(body('GenerateControlBook', flood).ok).toBe(true);
  expect(rejected(body('GenerateControlBook', flood, 'gateway'))).toHaveLength(50);
});
