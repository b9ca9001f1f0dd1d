import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { readResponse } from './read.ts';
import { type Rules, walkResponse } from './walk.ts';

// One walk applies all rules; the result must be that of the rules one after the other.

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

const rulesFor = (operation: EndpointId, more: Partial<NonNullable<Rules['redact']>> = {}): Rules => ({
  operation,
  issuer: 1001,
  normalize: true,
  redact: {
    operation,
    contact: false,
    issuers: 'all',
    rowsBy: null,
    keep: null,
    host: '10.1.2.3:4010',
    ...more,
  },
});

/** The value, or the code of the error. */
function result(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

const read = (operation: EndpointId, value: unknown, more: Partial<NonNullable<Rules['redact']>> = {}) =>
  result(() =>
    readResponse(
      typeof value === 'string' ? value : JSON.stringify(value),
      'bigint',
      rulesFor(operation, more),
    ),
  );

describe('a row of another issuer', () => {
  const own = {
    customerShareholderId: 'A',
    name: 'SAMPLE 900-12-3456 and 900123456',
    customerIssuerId: 1001,
  };

  test('leaves no trace: its tax ID is not looked for in other rows', () => {
    const other = { customerIssuerId: 1002, primaryTaxId: '900123456', name: 'OTHER' };
    const [listed, swapped] = [
      [own, other],
      [other, own],
    ].map((shareholders) => read('GetShareholderDetailsList', { shareholders }));
    expect(listed).toEqual({
      shareholders: [{ customerShareholderId: 'A', name: 'SAMPLE *****3456 and 900123456' }],
    });
    expect(swapped).toEqual(listed);
  });

  test('the same tax ID in a row that stays is masked everywhere', () => {
    const shareholders = [own, { name: 'B', primaryTaxId: 900123456 }];
    expect(read('GetShareholderDetailsList', { shareholders })).toEqual({
      shareholders: [
        { customerShareholderId: 'A', name: 'SAMPLE *****3456 and *****3456' },
        { name: 'B', primaryTaxId: '*****3456' },
      ],
    });
  });

  test('may have any shape; one that stays may not', () => {
    const rows = (issuer: number) => ({
      shareholders: [own, { customerIssuerId: issuer, name: { first: 'OTHER' }, primaryAddress: [1] }],
    });
    expect(read('GetShareholderDetailsList', rows(1002))).toMatchObject({ shareholders: [{}] });
    expect(read('GetShareholderDetailsList', rows(1001))).toBe('upstream_unreadable');
  });

  test('is dropped in nested lists, and named in fields that are not passed on', () => {
    const line = (id: number, issuer: number) => ({ controlCertificateId: id, customerIssuerId: issuer });
    const transactions = [
      { controlTransactionId: '1', issuedCertificates: [line(1, 1001), line(2, 1002)] },
      { controlTransactionId: '2', unknown: { deeper: { CustomerIssuerID: '1002' } } },
      { controlTransactionId: '3', unknown: [line(3, 1002)] },
    ];
    expect(read('GenerateTransactionList', { totalTransactionRecords: 3, transactions })).toEqual({
      totalTransactionRecords: 3,
      transactions: [
        { controlTransactionId: 1, issuedCertificates: [{ controlCertificateId: 1 }] },
        { controlTransactionId: 3 },
      ],
    });
  });
});

test('rows of another issuer are dropped in a tax ID as well', () => {
  const [row, rules] = [
    { primaryTaxId: [[{ customerIssuerId: 1002 }], '900123456'] },
    rulesFor('GetShareholderDetails'),
  ];
  const { value } = walkResponse(row, { ...rules, normalize: false });
  expect(value).toEqual({ primaryTaxId: [[], '*****3456'] });
});

describe('a repeated name', () => {
  test.each([
    '[{"className":"A"},{"className":"B","className":"C"}]',
    '[{"className":"A"},{"customerIssuerId":1002,"className":"B","className":"C"}]',
    '[{"className":"A","unknown":{"deeper":[{"a":1,"a":2}]}}]',
    '[{"className":"A","taxId":{"a":1,"a":2}}]',
    '[{"className":"A","securityID":9007199254740993,"securityID":1}]',
  ])('is found in what is dropped as well: %s', (text) =>
    expect(read('GetIssuerBalance', text)).toBe('upstream_unreadable'),
  );

  test('is not a field beside its correctly spelled one', () => {
    const both = '{"securites":null,"securities":[{"security":"A","shareholders":[],"note":"a:b"}]}';
    expect(read('GetDilutedPercentage', both)).toEqual({ securites: [{ security: 'A', shareholders: [] }] });
  });
});

test('64 levels are read and dropped, 65 are unreadable', () => {
  const deep = (levels: number) => `[{"className":"A","unknown":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
  expect(read('GetIssuerBalance', deep(62))).toEqual([{ className: 'A' }]);
  expect(read('GetIssuerBalance', deep(63))).toBe('upstream_unreadable');
});

describe('any response', () => {
  const names = [
    ...['customerIssuerId', 'CUSTOMERISSUERID', 'name', 'primaryTaxId', 'taxId', 'primaryAddress', 'email'],
    ...['shareholders', 'transactions', 'securites', 'securities', 'certificates', 'issuedCertificates'],
    ...['controlTransactionId', 'customerShareholderId', 'security', 'shares', 'isReserved', 'downloadUrl'],
    ...['totalRecords', 'totalTransactionRecords', 'outstandingShares', 'className', 'unknown', 'accessCode'],
  ];
  const leaves = fc.constantFrom<unknown>(
    ...[null, true, 0, 7, 1001, 1002, '1001', ' 1002', '', 'A', 900123456, '900123456', 'see 900123456'],
    ...['SSN 900-12-3456', 'ann@example.com', 'at http://10.1.2.3:4010/x', 2n ** 60n, '12345678901234567890'],
  );
  const { value } = fc.letrec<{ value: unknown; row: unknown; list: unknown }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, leaves, tie('row'), tie('list')),
    row: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
    list: fc.array(tie('value'), { maxLength: 4 }),
  }));
  const operations: EndpointId[] = [
    'GetShareholderDetails',
    'GetShareholderDetailsList',
    'GetHoldingCertificates',
    'GetIssuerBalance',
    'GetTransferAgentIssuers',
    'GetTAStatusTransactions',
    'GenerateTransactionList',
    'GetDilutedPercentage',
    'GetDividendList',
    'GetIssuerActiveCertificateDefinitions',
  ];

  /** Total number of names. */
  function count(given: unknown): number {
    if (typeof given !== 'object' || given === null) return 0;
    const inner = Object.values(given).reduce<number>((sum, one) => sum + count(one), 0);
    return inner + (Array.isArray(given) ? 0 : Object.keys(given).length);
  }

  test('is the same in one walk as in three, and every name is counted', () => {
    const someRules = fc.record({
      contact: fc.boolean(),
      normalize: fc.boolean(),
      granted: fc.constantFrom('none', 'rows', 'keep'),
    });
    let readable = 0;
    fc.assert(
      fc.property(fc.constantFrom(...operations), value, someRules, (operation, given, chosen) => {
        const rows = { issuers: [1001], rowsBy: 'customerIssuerId' };
        const keep = { ...rows, keep: ['customerIssuerId', 'name'] };
        const { contact, normalize, granted } = chosen;
        const more = { none: {}, rows, keep }[granted];
        const { issuer, redact } = rulesFor(operation, { ...more, contact });
        const all = result(() =>
          walkResponse(structuredClone(given), { operation, issuer, normalize, redact }),
        );
        const steps = result(() => {
          const first = walkResponse(structuredClone(given), { operation, issuer }).value;
          const second = walkResponse(first, { operation, normalize }).value;
          return walkResponse(second, { operation, redact }).value;
        });
        if (typeof all === 'string') expect(steps).toBe(all);
        else {
          readable += 1;
          expect(all).toEqual({ value: steps, names: count(given) });
        }
      }),
      { numRuns: 2000 },
    );
    expect(readable).toBeGreaterThan(300);
  });
});
