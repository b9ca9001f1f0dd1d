import { describe, expect, test } from 'vitest';
import { maskTaxId } from '../contract/mask-tax-id.ts';
import { isTaxIdName, maskInText } from './mask.ts';

describe('a tax ID in free text is masked to its last four digits', () => {
  const cases: [string, string][] = [
    ['JOHN SAMPLE 900-12-3456', 'JOHN SAMPLE *****3456'],
    ['900 12 3456', '*****3456'],
    ['900.12.3456,', '*****3456,'],
    ['900\u201312\u20133456', '*****3456'],
    ['SIN 046 454 286', 'SIN *****4286'],
    ['046-454-286 on file', '*****4286 on file'],
    ['EIN 00-1234567', 'EIN *****4567'],
    ['ssn:900123456', 'ssn:*****3456'],
    ['Tax ID number is 900123456.', 'Tax ID number is *****3456.'],
    ['social security number 900123456', 'social security number *****3456'],
  ];
  test.each(cases)('%s', (given, requested) => {
    expect(maskInText(given)).toBe(requested);
  });
});

describe('other text is unchanged', () => {
  const texts = [
    '123456789 shares',
    '1,250,000',
    '100 000 000',
    '555-0100-1234',
    '+1 415 555 0100',
    '45402-1234',
    'LK-900001',
    '2025-12-31 10:11:12',
    'CS-000-000-001',
    '12-3456789',
    'H-100419',
    '100001685',
    '900-12-34567',
    'x900-12-3456',
  ];
  test.each(texts)('%s', (text) => {
    expect(maskInText(text)).toBe(text);
  });
});

test('masks show four characters at most, and none of a short ID', () => {
  expect(['900-12-3456', '900123456', 'AB1234', '12345', '-', ''].map(maskTaxId)).toEqual([
    '*****3456',
    '*****3456',
    '*****1234',
    '*****',
    '',
    '',
  ]);
});

test('masking twice changes nothing', () => {
  expect(['*****3456', '***-**-3456', maskTaxId('AB12')].map(maskTaxId)).toEqual([
    '*****3456',
    '*****3456',
    '*****',
  ]);
});

describe('field names', () => {
  const are = [
    'primaryTaxId',
    'secondary_tax_id',
    'TaxIDs',
    'ssn',
    'holderSSN',
    'ein',
    'SIN',
    'taxpayerNo',
    'nationalId',
  ];
  const arent = [
    'primaryTaxIdType',
    'taxIdStatus',
    'name',
    'businessName',
    'systemShareholderId',
    'since',
    'basin',
  ];
  test.each(are)('%s holds a tax ID', (name) => expect(isTaxIdName(name)).toBe(true));
  test.each(arent)('%s does not', (name) => expect(isTaxIdName(name)).toBe(false));
});
