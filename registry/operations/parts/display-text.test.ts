import { expect, test } from 'vitest';
import { accountTypeText, postalLines, restrictionText, stopText, taxIdText } from './display-text.ts';
import { reportId } from './report/report-header.ts';

test('tax IDs are formatted by their type, other text is unchanged', () => {
  expect(taxIdText('SSN', '900010001')).toBe('900-01-0001');
  expect(taxIdText('EIN', '001234567')).toBe('00-1234567');
  expect(taxIdText('SIN', '046454286')).toBe('046-454-286');
  expect(taxIdText('', '')).toBe('');
  expect(taxIdText('SSN', '12')).toBe('12');
});

test('display texts come from the contract, an unknown code is shown as is', () => {
  expect(accountTypeText('Plan401K')).toBe('401K Plan');
  expect(accountTypeText('Martian')).toBe('Martian');
  expect([restrictionText('N'), restrictionText('R')]).toEqual(['', 'Rule 144']);
});

test('each active stop is one line; without stops there is none', () => {
  expect(stopText('Adverse claim|2024-01-05\nIssuer stop|2025-12-31')).toEqual([
    'STOP – Adverse claim 1/5/2024',
    'STOP – Issuer stop 12/31/2025',
  ]);
  expect(stopText(null)).toEqual([]);
});

test('an address has no empty lines and names its country only abroad', () => {
  const address = {
    address1: '1 Elm Street',
    address2: '',
    city: 'Omaha',
    state: 'NE',
    postal_code: '68102',
    country2_code: 'US',
    country: 'United States',
    email: '',
    phone: '',
    secondary_phone: '',
  };
  expect(postalLines(address)).toEqual(['1 Elm Street', 'Omaha, NE 68102']);
  const abroad = {
    ...address,
    city: 'Berlin',
    state: '',
    postal_code: '10115',
    country2_code: 'DE',
    country: 'Germany',
  };
  expect(postalLines(abroad)).toEqual(['1 Elm Street', 'Berlin, 10115', 'Germany']);
  expect(postalLines(null)).toEqual([]);
});

test('a report ID does not depend on the order of fields, but on all of them and on the register', () => {
  const order = { operation: 'x', input: { a: 1, b: undefined, c: [true] } };
  const same = { input: { c: [true], a: 1 }, operation: 'x' };
  expect(reportId(order, 7n)).toBe(reportId(same, 7n));
  expect(reportId(order, 8n)).not.toBe(reportId(order, 7n));
  expect(reportId({ ...order, operation: 'y' }, 7n)).not.toBe(reportId(order, 7n));
});
