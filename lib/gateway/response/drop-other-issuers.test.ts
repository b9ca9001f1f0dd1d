import { afterEach, expect, test, vi } from 'vitest';
import { dropOtherIssuers } from './read.ts';

afterEach(() => vi.restoreAllMocks());

const id = 'GetIssuerBalance';

function filtered(value: unknown, issuer: number | null = 1001): unknown {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dropOtherIssuers(id, issuer, value);
  return value;
}

const own: unknown[] = [1001, 1001n, '1001', ' 1001 ', '01001', null, '', undefined];
const others: unknown[] = [1002, 1001.5, 0, -1001, 1002n, '1002', '1001x', '1001.0', 'A', true, [1001], {}];

const savedRow = (field: unknown) => {
  const rows = [{ customerIssuerId: field }];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dropOtherIssuers(id, 1001, rows);
  return rows.length === 1;
};

test.each(own)('%o is the requested issuer, or has none', (field) => expect(savedRow(field)).toBe(true));
test.each(others)('%o is another issuer', (field) => expect(savedRow(field)).toBe(false));

test('an issuer ID beyond a float is compared to the last digit', () => {
  const rows = [{ customerIssuerId: 9007199254740993n }, { customerIssuerId: '9007199254740993' }];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dropOtherIssuers(id, 9007199254740991, rows);
  expect(rows).toEqual([]);
});

test('rows are removed at any depth, in any letter case, in a part of the row; order and totals stay', () => {
  const value = {
    total: 5,
    rows: [
      { n: 1, lines: [{ customerIssuerId: 1002 }, { n: 2 }] },
      { n: 3, CUSTOMERISSUERID: 1002 },
      { n: 4, issuer: { customerIssuerId: 1002 } },
      [{ customerIssuerId: 1002 }, { n: 5, customerIssuerId: 1001 }],
      null,
      'text',
    ],
  };
  expect(filtered(value)).toEqual({
    total: 5,
    rows: [{ n: 1, lines: [{ n: 2 }] }, [{ n: 5, customerIssuerId: 1001 }], null, 'text'],
  });
});

test('a name written with escapes is the same name', () => {
  const text = '[{"customer\\u0049ssuerId":1002}]';
  const value = JSON.parse(text);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dropOtherIssuers(id, 1001, value);
  expect(value).toEqual([]);
});

test('a response about another issuer as a whole is rejected', () => {
  expect(() => filtered({ customerIssuerId: 1002, rows: [] })).toThrow('');
  expect(() => filtered({ issuer: { customerIssuerId: 1002 }, rows: [] })).toThrow('');
});

test('without an issuer in the request every row stays', () => {
  const rows = [{ customerIssuerId: 1001 }, { customerIssuerId: 1002 }];
  expect(filtered([...rows], null)).toEqual(rows);
});

test('a response nested deeper than the interface is rejected', () => {
  let deep: unknown = { customerIssuerId: 1001 };
  for (let level = 0; level < 70; level += 1) deep = [deep];
  expect(() => filtered(deep)).toThrow();
  let parts: unknown = { customerIssuerId: 1001 };
  for (let level = 0; level < 70; level += 1) parts = { part: parts };
  expect(() => filtered(parts)).toThrow();
});

test('logged once a minute per operation, without values', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000);
  const drop = (operation: 'GetProxyList' | 'GetDividendList') =>
    dropOtherIssuers(operation, 1001, [{ customerIssuerId: 1002 }, { proxyId: 7 }]);
  drop('GetProxyList');
  drop('GetProxyList');
  drop('GetDividendList');
  now.mockReturnValue(1_000_060_000);
  drop('GetProxyList');
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.map(({ endpoint }) => endpoint)).toEqual(['GetProxyList', 'GetDividendList', 'GetProxyList']);
  expect(lines[0]).toEqual({
    event: 'foreign-rows',
    requestId: expect.any(String),
    endpoint: 'GetProxyList',
    rows: 1,
  });
});
