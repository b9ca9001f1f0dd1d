import { describe, expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { walkResponse } from './walk.ts';

const normalizeResponse = (operation: EndpointId, response: unknown) =>
  walkResponse(response, { operation, normalize: true }).value;

/** The normalized response as text, or 'unreadable'. */
function read(id: EndpointId, response: unknown): string {
  try {
    return JSON.stringify(normalizeResponse(id, structuredClone(response)));
  } catch (error) {
    return (error as { code?: string }).code === 'upstream_unreadable' ? 'unreadable' : `${error}`;
  }
}

const holder = { shareholderName: 'A', shareholderControlId: 7, totalShares: 5, securities: [] };
const account = { name: 'A', securities: [{ securityType: 'Common', totalShares: 5 }] };
const journalRow = { controlTransactionId: 1, TransactionNumber: 'T-1' };

describe('response that consists of a list', () => {
  const whole: [EndpointId, Record<string, unknown>, string][] = [
    [
      'GetShareholderCapTable',
      { totalShareholderRecords: 1, shareholders: [holder], securities: [] },
      'shareholders',
    ],
    [
      'GetShareholderCapTable',
      { totalShareholderRecords: 1, shareholders: [holder], securities: [] },
      'securities',
    ],
    ['GetIssuerShareholderDetails', { totalShareholderRecords: 1, shareholders: [] }, 'shareholders'],
    ['GetShareholderDetailsList', { shareholders: [{ name: 'A' }] }, 'shareholders'],
    ['GetTAStatusTransactions', { totalRecords: 1, transactions: [{}] }, 'transactions'],
    ['GenerateTransactionList', { totalTransactionRecords: 1, transactions: [journalRow] }, 'transactions'],
    ['GetOwnershipPercentage', { accounts: [account], balances: [] }, 'accounts'],
    ['GetOwnershipPercentage', { accounts: [account], balances: [] }, 'balances'],
    ['GetDilutedPercentage', { securites: [{ security: 'Common', shareholders: [] }] }, 'securites'],
  ];
  test.each(whole)(
    '%s: accepted with its lists; without one of them, or with null, unreadable',
    (id, response, list) => {
      expect(read(id, response)).toBe(JSON.stringify(response));
      expect(read(id, { ...response, [list]: null })).toBe('unreadable');
      expect(read(id, { ...response, [list]: undefined })).toBe('unreadable');
      expect(read(id, { ...response, [list]: {} })).toBe('unreadable');
    },
  );

  test.each([
    ['GetShareholderCapTable', 'totalShareholderRecords', 'shareholders'],
    ['GetTAStatusTransactions', 'totalRecords', 'transactions'],
    ['GenerateTransactionList', 'totalTransactionRecords', 'transactions'],
  ] as const)('%s: a total of 0 means an empty list', (id, total, list) => {
    for (const none of [0, 0n, '0'])
      expect(normalizeResponse(id, { [total]: none, [list]: null })).toMatchObject({ [list]: [] });
    for (const unknown of [1, null, undefined, ''])
      expect(read(id, { [total]: unknown, [list]: null })).toBe('unreadable');
  });

  test.each(['GetShareholderCapTable', 'GetIssuerShareholderDetails', 'GetTAStatusTransactions'] as const)(
    '%s: a page without its total is unreadable',
    (id) => {
      const lists = { shareholders: [holder], securities: [], transactions: [{ type: 'x' }] };
      expect(read(id, lists)).toBe('unreadable');
      expect(read(id, { ...lists, totalRecords: null, totalShareholderRecords: null })).toBe('unreadable');
      expect(read(id, { ...lists, totalRecords: 1, totalShareholderRecords: '1' })).not.toBe('unreadable');
    },
  );

  test('list inside a row: required where it is added up, optional for sides and certificates', () => {
    expect(read('GetOwnershipPercentage', { accounts: [{ name: 'A' }], balances: [] })).toBe('unreadable');
    expect(read('GetDilutedPercentage', { securites: [{ security: 'A', shareholders: null }] })).toBe(
      'unreadable',
    );
    const journal = { transactions: [{ ...journalRow, canceledCertificates: null }] };
    expect(read('GenerateTransactionList', journal)).toBe(JSON.stringify(journal));
    const details = {
      totalShareholderRecords: 1,
      shareholders: [{ shareholderName: 'A', securities: [{ certificates: null }] }],
    };
    expect(read('GetIssuerShareholderDetails', details)).toBe(JSON.stringify(details));
  });
});

describe('empty response', () => {
  test.each([
    'GetShareholderDetails',
    'GetHoldingCertificates',
    'GenerateTransactionList',
    'GetDilutedPercentage',
    'GetIssuerBalance',
  ] as const)('%s: an object without any of its fields is unreadable', (id) => {
    expect(read(id, {})).toBe('unreadable');
    expect(read(id, { further: 1 })).toBe('unreadable');
    expect(read(id, null)).toBe('unreadable');
  });

  test('some fields are enough, one certificate as an object, a list without rows, and any TA-2', () => {
    const record = { name: 'A', mailingAddress: null, systemShareholderId: null };
    expect(read('GetShareholderDetails', record)).toBe(JSON.stringify(record));
    expect(read('GetHoldingCertificates', { shares: 5 })).toBe('{"shares":5}');
    expect(read('GetHoldingCertificates', [])).toBe('[]');
    expect(read('GetTA2Report', {})).toBe('{}');
  });
});

describe('values of another type', () => {
  const balance = (more: Record<string, unknown>) => read('GetIssuerBalance', [{ className: 'A', ...more }]);
  test.each(['false', 'yes', 0, 1, ''])('%o is not a boolean', (given) => {
    expect(balance({ isUnlimited: given })).toBe('unreadable');
  });
  test.each(['many', '1,000', '5.5', '', true])('%o is not an integer', (given) => {
    expect(balance({ totalShareholder: given })).toBe('unreadable');
    expect(balance({ authorizedShares: given })).toBe('unreadable');
  });
  test('null, missing, digits as text and numbers beyond 2^53 are accepted', () => {
    for (const fine of [{}, { isUnlimited: null }, { totalShareholder: null }, { totalShareholder: '12' }])
      expect(balance(fine)).not.toBe('unreadable');
    expect(normalizeResponse('GetIssuerBalance', [{ authorizedShares: 2n ** 60n }])).toEqual([
      { authorizedShares: 2n ** 60n },
    ]);
  });
  test('IDs and numbers of transactions are text', () => {
    const entries = { transactions: [{ controlTransactionId: 'K-1', TransactionNumber: 'T/9' }] };
    expect(read('GenerateTransactionList', entries)).toBe(JSON.stringify(entries));
  });
});

describe('IDs', () => {
  test('take the type of the interface: digits in text become a number, an account number becomes text', () => {
    const given = { customerIssuerId: ' 1001 ', securityID: '7', issuerId: 'K-1', className: '12' };
    expect(normalizeResponse('GetIssuerBalance', [given])).toEqual([
      { customerIssuerId: 1001, securityID: 7, issuerId: 'K-1', className: '12' },
    ]);
    const certificate = { controlCertificateId: '5', customerCertificateId: null };
    expect(normalizeResponse('GetHoldingCertificates', certificate)).toEqual({
      ...certificate,
      controlCertificateId: 5,
    });
    expect(
      normalizeResponse('GetShareholderDetails', { customerShareholderId: 12n, systemShareholderId: '9' }),
    ).toMatchObject({ customerShareholderId: '12', systemShareholderId: 9 });
  });

  test('the same at depth; a value beyond the number range stays text', () => {
    const line = { controlCertificateId: '9007199254740993', shareholderCustomerId: 3 };
    const journal = { transactions: [{ controlTransactionId: '4', issuedCertificates: [line] }] };
    expect(
      normalizeResponse('GenerateTransactionList', { totalTransactionRecords: 1, ...journal }),
    ).toMatchObject({
      transactions: [
        {
          controlTransactionId: 4,
          issuedCertificates: [{ controlCertificateId: '9007199254740993', shareholderCustomerId: '3' }],
        },
      ],
    });
  });
});

describe('correctly spelled names', () => {
  const classes = [{ security: 'A', shareholders: [] }];
  test('are accepted as the alias of the interface’s spelling, which takes precedence', () => {
    expect(normalizeResponse('GetDilutedPercentage', { securities: classes })).toMatchObject({
      securites: classes,
    });
    expect(normalizeResponse('GetDilutedPercentage', { securites: classes, securities: [] })).toMatchObject({
      securites: classes,
    });
    const dividends = [
      { outstandingShares: 5 },
      { oustandingShares: 6, outstandingShares: 7 },
      { type: 'x' },
    ];
    expect(normalizeResponse('GetDividendList', dividends)).toMatchObject([
      { oustandingShares: 5 },
      { oustandingShares: 6 },
      {},
    ]);
  });
});
