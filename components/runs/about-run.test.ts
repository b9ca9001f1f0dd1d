import { expect, test } from 'vitest';
import { daysOf, ownerOf } from './about-run.ts';

const nameOf = (issuer: number) => (issuer === 1001 ? 'Larkspur' : null);

test('a report is of an issuer, of all, or of the object requested by ID', () => {
  expect(ownerOf({ issuer: 1001, input: {} }, nameOf)).toBe('Larkspur');
  expect(ownerOf({ issuer: 1002, input: {} }, nameOf)).toBe('Issuer 1002');
  expect(ownerOf({ issuer: null, input: { customerIssuerId: null } }, nameOf)).toBe('All issuers');
  expect(ownerOf({ issuer: null, input: { customerProxyId: 7, isPDF: true } }, nameOf)).toBe('Meeting 7');
  expect(ownerOf({ issuer: null, input: { controlTransactionId: 9 } }, nameOf)).toBe(
    'Transaction with registry ID 9',
  );
});

test('a report is of a day, a period, or neither', () => {
  expect(daysOf({ asOf: '2026-06-30', input: {} })).toBe('as of Jun 30, 2026');
  expect(daysOf({ asOf: null, input: { startDate: '2026-01-01', endDate: '2026-06-30' } })).toBe(
    'from Jan 1, 2026 to Jun 30, 2026',
  );
  expect(daysOf({ asOf: null, input: { customerProxyId: 7 } })).toBe('');
});
