import { expect, test } from 'vitest';
import { certificateNumber, isNumberOf, lineNumber, numbersOf, transactionNumber } from './numbers.ts';

test('a certificate has its prefix in every place, also where the journal leaves it out', () => {
  const row = {
    prefixAndCertificateNumber: 'BE-3780',
    customerCertificateId: 12,
    controlCertificateId: 104_000_009,
  };
  expect(certificateNumber(row)).toBe('BE-3780');
  const numbers = numbersOf([
    { id: row.controlCertificateId, number: certificateNumber(row) },
    { id: null, number: 'X-1' },
  ]);
  expect(lineNumber({ certificate: row.controlCertificateId, number: '3780' }, numbers)).toBe('BE-3780');
  // Treasury is in no list of certificates.
  expect(lineNumber({ certificate: 7, number: '41' }, numbers)).toBe('41');
  expect(lineNumber({ certificate: null, number: '41' }, numbers)).toBe('41');
});

test('a registry without certificate numbers has its ids shown', () => {
  expect(certificateNumber({ customerCertificateId: 12, controlCertificateId: 9 })).toBe('12');
  expect(certificateNumber({ prefixAndCertificateNumber: '', controlCertificateId: 9 })).toBe('9');
});

test('a bare number is compared with the part after the prefix', () => {
  expect(['3780', 'BE-3780', '780', ''].map((line) => isNumberOf('BE-3780', line))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a transaction has the number that the registry displays, else its own', () => {
  expect([transactionNumber(71_807, 105_000_044), transactionNumber(null, 105_000_044)]).toEqual([
    '71807',
    '105000044',
  ]);
});
