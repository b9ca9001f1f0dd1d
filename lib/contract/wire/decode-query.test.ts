import { describe, expect, test } from 'vitest';
import { contract, type EndpointId, endpointOf } from '../index.ts';
import { decodeRequest } from './index.ts';

type Mode = 'registry' | 'gateway';
type Fields = Record<string, unknown>;

function query(id: EndpointId, text: string, mode: Mode = 'registry') {
  return decodeRequest(endpointOf(id), { query: new URLSearchParams(text) }, { mode });
}

function rejected(result: { ok: boolean; fields?: Record<string, string[]> }): string[] {
  expect(result.ok).toBe(false);
  return Object.keys(result.fields ?? {});
}

describe('issuer in a query', () => {
  test.each([
    '',
    'customerIssuerId=',
    'customerIssuerId=null',
    'customerIssuerId=%00',
    'customerIssuerId=undefined',
    'customerIssuerId=NaN',
    'customerIssuerId=-1',
    'customerIssuerId=0',
    'customerIssuerId=-0',
    'customerIssuerId=1.5',
    'customerIssuerId=1.0',
    'customerIssuerId=1e3',
    'customerIssuerId=0x1',
    'customerIssuerId=01',
    'customerIssuerId=%2B1',
    'customerIssuerId=+1',
    'customerIssuerId=1%20',
    'customerIssuerId=%EF%BC%91',
    'customerIssuerId=9007199254740993',
    'customerIssuerId=1000000000000000000000000000000',
    'customerIssuerId=1001&customerIssuerId=1001',
    'customerIssuerId=1001&CustomerIssuerId=1001',
    'customerIssuerId=1001&CUSTOMERISSUERID=1002',
    'customerIssuerId[]=1001',
    'customerIssuerId[$gt]=0',
    'customerIssuerId.x=1001',
    'customerIssuerId=1001,1002',
  ])('%s is rejected', (text) => {
    expect(rejected(query('GetShareholderDetailsList', text))).toContain('customerIssuerId');
  });

  test.each(['customerIssuerId=1001', 'CustomerIssuerId=1001', 'CUSTOMERISSUERID=1001'])(
    '%s is accepted',
    (text) => {
      expect(query('GetShareholderDetailsList', text)).toEqual({
        ok: true,
        value: { customerIssuerId: 1001 },
      });
    },
  );

  test('2^31 is accepted and left to the register', () => {
    expect(query('GetShareholderDetailsList', 'customerIssuerId=2147483648').ok).toBe(true);
  });

  test('the error names the title, not the wire name', () => {
    const result = query('GetShareholderDetailsList', 'customerIssuerId=x');
    expect(result).toEqual({ ok: false, fields: { customerIssuerId: ['Issuer must be a whole number.'] } });
    expect(query('GetShareholderDetailsList', '')).toEqual({
      ok: false,
      fields: { customerIssuerId: ['Issuer is required.'] },
    });
  });

  test('null and empty only where all issuers may be requested', () => {
    expect(query('GetProxyList', 'customerIssuerId=')).toEqual({
      ok: true,
      value: { customerIssuerId: null },
    });
    expect(query('GetProxyList', '').ok).toBe(false);
    expect(query('GetProxyList', 'customerIssuerId=null').ok).toBe(false);
    expect(query('GetDividendList', 'customerIssuerId=').ok).toBe(false);
  });

  test('the issuer reads need one of the two IDs', () => {
    expect(rejected(query('GetIssuerSecurityTypes', ''))).toEqual(['CustomerIssuerId']);
    expect(rejected(query('GetIssuerSecurityTypes', 'CustomerIssuerId='))).toEqual(['CustomerIssuerId']);
    expect(query('GetIssuerSecurityTypes', 'SystemControlIssuerId=5').ok).toBe(true);
    const both = 'CustomerIssuerId=1001&SystemControlIssuerId=5';
    expect(query('GetIssuerSecurityTypes', both).ok).toBe(true);
    expect(rejected(query('GetIssuerSecurityTypes', both, 'gateway'))).toEqual(['SystemControlIssuerId']);
  });
});

describe('queries', () => {
  const cap = (text: string, mode: Mode = 'registry') =>
    query('GetShareholderCapTable', `CustomerIssuerId=1001&${text}`, mode);

  test('paging has defaults and bounds', () => {
    expect(cap('')).toEqual({ ok: true, value: { CustomerIssuerId: 1001, Start: 0, NumberOfRows: 100 } });
    for (const wrong of ['Start=-1', 'Start=abc', 'NumberOfRows=0', 'NumberOfRows=-5', 'NumberOfRows=1001']) {
      expect(cap(wrong).ok, wrong).toBe(false);
    }
    expect(cap('Start=1000000000&NumberOfRows=1000').ok).toBe(true);
  });

  test('unknown names: ignored by the registry, rejected by the gateway', () => {
    expect(cap('isAdmin=true&__proto__=1&constructor=2').ok).toBe(true);
    expect(rejected(cap('isAdmin=true', 'gateway'))).toEqual(['isAdmin']);
    expect(rejected(cap('__proto__=1', 'gateway'))).toEqual(['__proto__']);
    expect(
      rejected(
        query('GetIssuerShareholderDetails', 'CustomerIssuerId=1001&SystemShareholderId=7', 'gateway'),
      ),
    ).toEqual(['SystemShareholderId']);
    const posted = decodeRequest(
      contract.GenerateControlBook,
      {
        query: new URLSearchParams('customerIssuerId=1002'),
        body: contract.GenerateControlBook.example.request,
      },
      { mode: 'gateway' },
    );
    expect(rejected(posted)).toEqual(['customerIssuerId']);
  });

  test('the nested filter, in any letter case, once', () => {
    const own = (text: string) => query('GetOwnershipPercentage', `customerIssuerId=1001&${text}`);
    const value = (text: string) => (own(text) as { value: Fields }).value?.filterSecurityType;
    const dotted = 'FilterSecurityType.SecurityTypeCode=P&FilterSecurityType.SecuritySeriesCode=A';
    expect(value(dotted)).toEqual({ securityTypeCode: 'P', securitySeriesCode: 'A' });
    expect(value(dotted.replaceAll('Security', 'SECURITY').replaceAll('Code', 'code'))).toEqual({
      securityTypeCode: 'P',
      securitySeriesCode: 'A',
    });
    expect(value('FilterSecurityType.SecurityTypeCode=')).toEqual({
      securityTypeCode: '',
      securitySeriesCode: '',
    });
    for (const wrong of [
      'FilterSecurityType=C',
      'FilterSecurityType.SecurityTypeCode=Z',
      'FilterSecurityType.SecurityTypeCode=c',
      'FilterSecurityType.SecurityTypeCode=C&filtersecuritytype.securitytypecode=C',
      'FilterSecurityType=&FilterSecurityType.SecurityTypeCode=C',
    ]) {
      expect(own(wrong).ok, wrong).toBe(false);
    }
  });

  test.each(['True', '1', '', 'yes', 'TRUE', ' true'])('boolean %j is rejected', (text) => {
    expect(
      rejected(query('GetDilutedPercentage', `customerIssuerId=1001&cutoff=2026-11-20&isPDF=${text}`)),
    ).toEqual(['isPDF']);
  });

  test.each(['shares; drop table', 'SortName,Name', 'sortname', '`', 'Ѕhares', ''])(
    'sortBy %j is rejected',
    (text) => {
      const search = new URLSearchParams({ customerIssuerId: '1001', sortBy: text });
      expect(rejected(query('GetOwnershipPercentage', String(search)))).toEqual(['sortBy']);
    },
  );

  test.each(['Descending--', 'DESC', '1', 'descending'])('orderBy %j is rejected', (text) => {
    expect(rejected(query('GetOwnershipPercentage', `customerIssuerId=1001&orderBy=${text}`))).toEqual([
      'orderBy',
    ]);
  });

  test('invalid UTF-8 and NUL in text are rejected', () => {
    for (const id of ['%00', 'a%ff', '%ed%a0%80', '']) {
      expect(rejected(query('GetShareholderDetails', `customerShareholderId=${id}`)), id).toEqual([
        'customerShareholderId',
      ]);
    }
    expect(query('GetShareholderDetails', `customerShareholderId=${'x'.repeat(10_240)}`).ok).toBe(false);
    for (const id of ['*', '%25', '_', "'+OR+1=1--", 'Żółć 株']) {
      expect(query('GetShareholderDetails', `customerShareholderId=${id}`).ok, id).toBe(true);
    }
  });

  test('the token call is a form: repeated, missing or other values are rejected', () => {
    const token = (text: string) =>
      decodeRequest(contract.Token, { body: new URLSearchParams(text) }, { mode: 'registry' });
    const good = 'grant_type=client_credentials&client_id=a&client_secret=b';
    expect(token(`${good}&scope=x`).ok).toBe(true);
    for (const wrong of [
      good.replace('client_credentials', 'password'),
      good.replace('client_credentials', 'refresh_token'),
      good.replace('grant_type=client_credentials&', ''),
      `${good}&client_id=a`,
      good.replace('client_id=a', 'client_id='),
      good.replace('client_id=a', 'client_id=%00'),
      good.replace('client_id=a', `client_id=${'a'.repeat(10_000)}`),
    ]) {
      const result = token(wrong);
      expect(result.ok, wrong).toBe(false);
      expect(JSON.stringify(result)).not.toContain('secret=b');
    }
  });
});
