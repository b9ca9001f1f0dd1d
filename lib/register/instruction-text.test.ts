import { expect, test } from 'vitest';
import { instructionLines } from './instruction-text.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

test('the instruction of an API client is told in words, to the share', () => {
  const given = { certificates: 10_000, shares: 9_007_199_254_740_993n, notBefore: '2026-11-30', sha256 };
  expect(instructionLines(given)).toEqual([
    '10,000 certificates, 9,007,199,254,740,993 shares',
    'Not posted before Nov 30, 2026',
    `SHA-256 of what was received: ${sha256}`,
  ]);
  expect(instructionLines({ ...given, certificates: 1, shares: 1n })[0]).toBe('1 certificate, 1 share');
});
