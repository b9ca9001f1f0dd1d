import { describe, expect, test } from 'vitest';
import { contract } from '../index.ts';
import { decodeRequest, encodeRequest, issuerGiven } from './index.ts';

const author = { email: 'ops@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

function value(result: { ok: boolean; value?: unknown }): never {
  expect(result.ok).toBe(true);
  return result.value as never;
}

describe('spelling sent upstream', () => {
  test('a required nullable field is sent as null, as an empty value in a query', () => {
    const list = { customerIssuerId: null } as const;
    expect(encodeRequest(contract.GetProxyList, list).search).toBe('?customerIssuerId=');
    const body = encodeRequest(contract.GenerateTransactions, {
      ...contract.GenerateTransactions.example.request,
      transactionTypeCode: null,
    }).body;
    expect(JSON.parse(body ?? '')).toMatchObject({ transactionTypeCode: null });
  });

  test('an absent optional field is omitted', () => {
    const { search } = encodeRequest(contract.GetOwnershipPercentage, { customerIssuerId: 1001 });
    expect(search).toBe('?customerIssuerId=1001');
  });

  test('children of the filter are dotted and capitalized, in any spelling of the parent', () => {
    const filter = { securityTypeCode: 'P', securitySeriesCode: '' } as const;
    const dotted = 'FilterSecurityType.SecurityTypeCode=P&FilterSecurityType.SecuritySeriesCode=';
    const own = { customerIssuerId: 1001, filterSecurityType: filter };
    expect(encodeRequest(contract.GetOwnershipPercentage, own).search).toBe(
      `?customerIssuerId=1001&${dotted}`,
    );
    const balance = { CustomerIssuerId: 1001, FilterSecurityType: filter, RestrictionStatus: 'All' } as const;
    expect(encodeRequest(contract.GetIssuerBalance, balance).search).toContain(dotted);
  });

  test('both aliases are sent, the third proxy name is not', () => {
    const contacts = { customerIssuerId: 1001, status: 'All', isPDF: true } as const;
    expect(JSON.parse(encodeRequest(contract.GenerateIssuerContacts, contacts).body ?? '')).toEqual({
      customerIssuerId: 1001,
      status: 'All',
      contactStatus: 'All',
      isPDF: true,
    });
    const proxy = { customerProxyId: 7, proxyId: 7, includeNotVotedShares: false, isPDF: false };
    expect(JSON.parse(encodeRequest(contract.GenerateProxyDetails, proxy).body ?? '')).toEqual({
      customerProxyId: 7,
      controlProxyId: 7,
      includeNotVotedShares: false,
      isPDF: false,
    });
  });

  test("the registry's own keys are never sent", () => {
    const input = {
      CustomerIssuerId: 1001,
      SystemControlIssuerId: 5,
      SystemShareholderId: 6,
      Start: 0,
      NumberOfRows: 1,
    };
    const { search } = encodeRequest(contract.GetIssuerShareholderDetails, input);
    expect(search).toBe('?CustomerIssuerId=1001&Start=0&NumberOfRows=1');
    expect(encodeRequest(contract.GetTA2Report, { year: 2025 }).search).toBe('');
    expect(encodeRequest(contract.GetDividendList, { customerIssuerId: 1001, isPDF: true }).search).toBe(
      '?customerIssuerId=1001',
    );
    const diluted = { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: true };
    expect(encodeRequest(contract.GetDilutedPercentage, diluted).search).toContain('isPDF=false');
  });

  test('the date name with a space first, without it on the second try', () => {
    const input = { ...contract.GenerateTransactionList.example.request };
    const sent = (retry: boolean) =>
      JSON.parse(encodeRequest(contract.GenerateTransactionList, input, { retry }).body ?? '');
    expect(sent(false).filterDateBy).toBe('Effective Date');
    expect(sent(true)).toEqual({ ...sent(false), filterDateBy: 'EffectiveDate' });
  });

  test('the DRS filter as an object, then as its JSON text', () => {
    const input = { ...contract.GenerateDRSStatement.example.request };
    const sent = (retry: boolean) =>
      JSON.parse(encodeRequest(contract.GenerateDRSStatement, input, { retry }).body ?? '')
        .filterSecurityType;
    expect(sent(false)).toEqual({ securityTypeCode: 'C', securitySeriesCode: '' });
    expect(sent(true)).toBe('{"securityTypeCode":"C","securitySeriesCode":""}');
  });

  test('path parameters are escaped and stay within their segment', () => {
    const file = { fileCode: 'a', fileName: 'x y/../%2f?.pdf', accessCode: 'b#c' };
    expect(encodeRequest(contract.DownloadReport, file).path).toBe(
      '/api/v1/Report/DownloadReport/a/x%20y%2F..%2F%252f%3F.pdf/b%23c',
    );
    for (const fileCode of ['', '.', '..', '\ud800']) {
      expect(() => encodeRequest(contract.DownloadReport, { ...file, fileCode })).toThrow(RangeError);
    }
  });
});

describe('issuance', () => {
  const example = contract.CreateNewIssuance.example.request;
  const decoded = (change: Record<string, unknown>, mode: 'registry' | 'gateway' = 'registry') =>
    decodeRequest(contract.CreateNewIssuance, { body: { ...example, ...change } }, { mode });

  test('shares are exact to the last digit, positive and whole', () => {
    const shares = (count: unknown) => decoded({ certificates: [{ shares: count, restrictionCode: null }] });
    const saved = value(shares(9007199254740993n));
    expect(encodeRequest(contract.CreateNewIssuance, saved).body).toContain('"shares":9007199254740993,');
    expect(shares(9223372036854775807n).ok).toBe(true);
    for (const wrong of [0, -5, 1.5, 9223372036854775808n, '5', null, undefined]) {
      expect(shares(wrong), String(wrong)).toMatchObject({
        fields: { 'certificates[0].shares': [/^Shares /] },
      });
    }
  });

  test('tax lots: null, empty, JSON text, one or a list; sent as JSON text', () => {
    const lot = { acquisitionDate: '2026-11-20', shares: 5 };
    const sent = (given: unknown) => {
      const { body } = encodeRequest(contract.CreateNewIssuance, value(decoded({ TaxLots: given })));
      return JSON.parse(body ?? '').TaxLots;
    };
    for (const none of [null, '', '[]']) expect(sent(none)).toBeNull();
    for (const some of [lot, [lot], JSON.stringify(lot), JSON.stringify([lot])]) {
      expect(JSON.parse(sent(some))).toEqual([lot]);
    }
    for (const wrong of ['FIFO', '[1]', 'null', [{}], 5, 'x'.repeat(1_000_000), undefined]) {
      expect(decoded({ TaxLots: wrong }).ok, String(wrong).slice(0, 20)).toBe(false);
    }
  });

  test('tax lots in JSON text are parsed like a body: exact, any letter case, no duplicates, valid text', () => {
    const read = (text: string) => decoded({ TaxLots: text }) as { value?: { TaxLots: unknown } };
    const lot = (more: string) => `[{"acquisitionDate":"2026-11-20",${more}}]`;
    const beyond = [{ acquisitionDate: '2026-11-20', shares: 9007199254740993n }];
    expect(read(lot('"shares":9007199254740993')).value?.TaxLots).toEqual(beyond);
    expect(read(lot('"SHARES":9007199254740993')).value?.TaxLots).toEqual(beyond);
    for (const wrong of [
      '"shares":5,"shares":6',
      '"shares":5,"Shares":5',
      '"shares":5,"acquisitionMethod":"\\ud800"',
      '"shares":5,"acquisitionMethod":"a\\u0000"',
    ]) {
      expect(decoded({ TaxLots: lot(wrong) }), wrong).toMatchObject({
        ok: false,
        fields: { TaxLots: [/./] },
      });
    }
  });

  test('security type: null or absent for common, C is not in the list', () => {
    expect(decoded({ securityType: null }).ok).toBe(true);
    expect(decoded({ securityType: { SecurityTypeCode: 'W' } }).ok).toBe(true);
    expect(decoded({ securityType: { securityTypeCode: 'C' } }).ok).toBe(false);
  });

  test.each([-1, Number.POSITIVE_INFINITY, Number.NaN, '5', 0.005, 1e15, null])(
    'charge %j is rejected',
    (charge) => {
      expect(decoded({ chargeAmount: charge })).toMatchObject({ fields: { chargeAmount: [/^Charge /] } });
    },
  );

  test('the entering user comes from the session in every place, whatever was sent', () => {
    const { createdByEmail: _email, ...rest } = example;
    const shareholder = { ...example.shareholder, CreatedByEmail: 'other@evil.example' };
    const body = {
      ...rest,
      CREATEDBYFIRSTNAME: 'Mallory',
      createdByFirstName: undefined,
      shareholder,
      certificates: [{ shares: 1, restrictionCode: null, shareholder }],
    };
    const { createdByFirstName: _first, ...sent } = body;
    const result = value(
      decodeRequest(contract.CreateNewIssuance, { body: sent }, { mode: 'gateway', author }),
    ) as Record<string, never>;
    const by = { createdByEmail: author.email, createdByFirstName: 'Robin', createdByLastName: 'Okafor' };
    expect(result).toMatchObject({ ...by, shareholder: by, certificates: [{ shareholder: by }] });
  });
});

describe('shareholder', () => {
  const example = contract.CreateOrUpdate.example.request;
  const decoded = (change: Record<string, unknown>) =>
    decodeRequest(contract.CreateOrUpdate, { body: { ...example, ...change } }, { mode: 'registry' });

  test.each([
    ['name', ['', '   ', 'x'.repeat(301), 'a\nb', 5, null]],
    ['accountType', ['individual', 'Joint', '']],
    ['primaryTaxId', ['12345678', '12-34-56', 'abcdefghi', '1234567890', 900010001]],
    ['primaryTaxIdType', ['ssn', '', null]],
    [
      'createdByEmail',
      ['', 'a', 'a@', '"e@x"@y.test', 'a＠b.test', 'a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test'],
    ],
    ['idempotencyId', ['', ' ', 'x'.repeat(300), 5]],
    [
      'primaryAddress',
      [
        null,
        {},
        'x',
        [],
        { ...example.primaryAddress, country2Code: 'USA' },
        { ...example.primaryAddress, state: '' },
      ],
    ],
  ])('%s: invalid values are rejected and named', (name, values) => {
    for (const wrong of values) {
      const result = decoded({ [name]: wrong });
      expect(result.ok, JSON.stringify(wrong)).toBe(false);
      expect(Object.keys((result as { fields: object }).fields)[0]).toMatch(new RegExp(`^${name}`));
    }
  });

  test('hostile but printable text is kept unchanged', () => {
    for (const name of [
      '<script>',
      '=HYPERLINK("x")',
      ') Tj ET',
      "'; drop table",
      "O'BRIEN & 株 😀",
      '\u202eabc',
    ]) {
      expect(value(decoded({ name }))).toMatchObject({ name });
    }
  });

  test('tax IDs lose spaces and dashes; a SIN needs its check digit; null is allowed', () => {
    expect(value(decoded({ primaryTaxId: '900-01 0001' }))).toMatchObject({ primaryTaxId: '900010001' });
    expect(decoded({ primaryTaxId: null }).ok).toBe(true);
    expect(decoded({ primaryTaxIdType: 'SIN', primaryTaxId: '046454286' }).ok).toBe(true);
    expect(decoded({ primaryTaxIdType: 'SIN', primaryTaxId: '046454287' })).toMatchObject({
      fields: { primaryTaxId: ['Tax ID has a wrong check digit for a SIN.'] },
    });
  });

  test('address fields in any letter case', () => {
    const primaryAddress = { Address1: '1 Row', City: 'Berlin', Country2Code: 'DE' };
    expect(value(decoded({ primaryAddress }))).toMatchObject({
      primaryAddress: { address1: '1 Row', city: 'Berlin', country2Code: 'DE' },
    });
  });
});

describe('issuerGiven', () => {
  const request = (text: string) =>
    issuerGiven(contract.GetIssuerBalance, { query: new URLSearchParams(text) });
  const post = (body: unknown) => issuerGiven(contract.GenerateControlBook, { body });

  test('an ID is read from query and body', () => {
    expect(request('customerissuerid=1001')).toEqual({ state: 'id', customerIssuerId: 1001 });
    expect(post({ customerIssuerId: 1001 })).toEqual({ state: 'id', customerIssuerId: 1001 });
  });

  test.each(['', 'CustomerIssuerId=', 'Start=1'])('%j has no issuer', (text) => {
    expect(request(text)).toEqual({ state: 'none' });
  });

  test.each([null, [], {}, { customerIssuerId: null }, { customerIssuerId: '' }, 'x'])(
    'body %j has no issuer',
    (given) => {
      expect(post(given)).toEqual({ state: 'none' });
    },
  );

  test.each([
    'CustomerIssuerId=1&customerIssuerId=1',
    'CustomerIssuerId=null',
    'CustomerIssuerId=01',
    'CustomerIssuerId=0',
    'CustomerIssuerId=9007199254740993',
    'CustomerIssuerId=1001&SystemControlIssuerId=1',
    'systemShareholderId=1&CustomerIssuerId=1001',
  ])('%s is malformed', (text) => {
    expect(request(text)).toEqual({ state: 'bad' });
  });

  test.each(['1001', [1001], {}, 1.5, -1, 0, true, 1001n])('body value %s is malformed', (given) => {
    expect(post({ customerIssuerId: given })).toEqual({ state: 'bad' });
    expect(post({ customerIssuerId: 1001, CustomerIssuerId: 1001 })).toEqual({ state: 'bad' });
  });
});
