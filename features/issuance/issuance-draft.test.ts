import { describe, expect, it } from 'vitest';
import { draftOf, type HolderRecord } from '#components/holder-record/holder-draft';
import { beforeAfter } from '#components/submission/before-after';
import {
  classChoice,
  issuanceBody,
  issuanceErrors,
  newIssuance,
  readAmount,
  restrictedOf,
  staysPending,
  totalOf,
} from './issuance-draft.ts';

const today = '2026-11-20';
const record = {
  customerShareholderId: 'LK-1',
  name: 'ADA QUILL',
  sortName: 'QUILL, ADA',
  primaryTaxId: '*****6789',
  primaryTaxIdType: 'SSN',
  primaryAddress: { address1: '1 Elm', city: 'Dayton', state: 'OH', postalCode: '45402', country2Code: 'US' },
} as unknown as HolderRecord;
const empty = newIssuance(today, 'S-1');
const filled = {
  ...empty,
  lines: [
    { id: '1', shares: '1,500', restriction: 'R' },
    { id: '2', shares: '9007199254740993', restriction: 'N' },
  ],
};
const chosen = { name: 'Common', requested: {} };
const capacity = {
  authorized: 100n,
  unlimited: false,
  issued: 60n,
  outstanding: 55n,
  reserved: 10n,
  dollars: false,
};

describe('amounts', () => {
  it('shares are whole and exact at any size', () => {
    expect([totalOf(filled.lines), restrictedOf(filled.lines)]).toEqual([9007199254742493n, 1500n]);
  });

  it('a charge has two decimals at most', () => {
    expect(['$75.10', '1,000', '', '0.005', 'x', '-1'].map(readAmount)).toEqual([
      '75.10',
      '1000',
      '0',
      null,
      null,
      null,
    ]);
  });
});

describe('class', () => {
  const type = (securityTypeCode: string, securitySeriesCode: string) =>
    classChoice({ securityType: 'X', securityTypeCode, securitySeriesCode }).requested;

  it('is written as the interface requires: common without a letter', () => {
    expect([type('C', ''), type('C', 'B'), type('P', 'A'), type('W', '')]).toEqual([
      {},
      { securitySeriesCode: 'B' },
      { securityTypeCode: 'P', securitySeriesCode: 'A' },
      { securityTypeCode: 'W' },
    ]);
    expect([type('C', 'D'), type('Z', '')]).toEqual([null, null]);
  });

  it('before and after: issued, outstanding, restricted, available', () => {
    const table = beforeAfter(capacity, 5n, { shares: 30n, restricted: 10n });
    expect(table.map(({ before, after }) => [before, after])).toEqual([
      [60n, 90n],
      [55n, 85n],
      [5n, 15n],
      [30n, 0n],
    ]);
    expect(
      beforeAfter({ ...capacity, issued: null }, null, { shares: 1n, restricted: 0n }).map(
        ({ after }) => after,
      ),
    ).toEqual([null, 56n, null, null]);
  });
});

describe('review blocked', () => {
  const about = { available: null, chosen, record, issuers: [1001] };

  it('by missing values, at their field', () => {
    expect(Object.keys(issuanceErrors(empty, { ...about, chosen: null, record: null }))).toEqual([
      'securityType',
      'certificates[0].shares',
      'shareholder.customerShareholderId',
    ]);
    expect(issuanceErrors(filled, about)).toEqual({});
  });

  it('by exceeding the shares available, to the share', () => {
    const total = totalOf(filled.lines);
    expect(issuanceErrors(filled, { ...about, available: total })).toEqual({});
    expect(issuanceErrors(filled, { ...about, available: total - 1n })).toEqual({
      certificates: 'This is 1 more than is available to issue.',
    });
  });

  it('by a new issuer unless its ID is entered twice and unknown', () => {
    const as = (newIssuerId: string, newIssuerAgain: string) =>
      Object.keys(
        issuanceErrors(
          { ...filled, values: { ...filled.values, newIssuer: '1', newIssuerId, newIssuerAgain } },
          about,
        ),
      );
    expect([
      as('1001', '1001'),
      as('2001', ''),
      as('2001', '2010'),
      as('x', 'x'),
      as('2001', '2001'),
    ]).toEqual([['customerIssuerId'], ['newIssuerAgain'], ['newIssuerAgain'], ['customerIssuerId'], []]);
  });
});

describe('request', () => {
  it('is exact and leaves the tax ID of a known holder alone', () => {
    const values = { ...filled.values, chargeAmount: '75.10', lotDate: '2026-01-05', lotCost: '2.5' };
    const { body, keep } = issuanceBody(
      { ...filled, values },
      { issuer: 1001, chosen, record, recordDraft: draftOf(record, []) },
    );
    expect(body).toMatchObject({
      customerIssuerId: 1001,
      chargeAmount: 75.1,
      securityType: null,
      certificates: [
        { shares: 1500n, restrictionCode: 'R' },
        { shares: 9007199254740993n, restrictionCode: 'N' },
      ],
      shareholder: { customerShareholderId: 'LK-1', primaryTaxId: null },
      TaxLots: [{ acquisitionDate: '2026-01-05', shares: 9007199254742493n, costPerShare: 2.5 }],
    });
    expect(keep).toEqual(['primary']);
  });

  it('is pending when its date is in the future; the process date may be one day ahead', () => {
    const on = (effectiveDate: string, processDate: string) =>
      staysPending({ ...filled, values: { effectiveDate, processDate } }, today);
    expect([
      on(today, today),
      on(today, '2026-11-21'),
      on('2026-11-21', today),
      on(today, '2026-11-22'),
    ]).toEqual([false, false, true, true]);
  });
});
