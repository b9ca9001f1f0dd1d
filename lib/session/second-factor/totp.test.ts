import { describe, expect, test } from 'vitest';
import { base32, codeAt, newSecret, stepAt, stepOf, totpAddress } from './totp.ts';

const secret = base32(Buffer.from('12345678901234567890'));

describe('RFC 6238', () => {
  // Test vectors of RFC 6238, appendix B, SHA-1: the last six of eight digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s the code is %s', (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code);
  });

  test('one step to either side is accepted, two are not', () => {
    const now = 1_700_000_000_000;
    const step = stepAt(now);
    const taken = [-2, -1, 0, 1, 2].map((by) => stepOf(secret, codeAt(secret, step + by), 0, now));
    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
  });

  test('a used step, or an earlier one, is never accepted again', () => {
    const now = 1_700_000_000_000;
    const step = stepAt(now);
    expect(stepOf(secret, codeAt(secret, step), step, now)).toBeNull();
    expect(stepOf(secret, codeAt(secret, step - 1), step, now)).toBeNull();
    expect(stepOf(secret, codeAt(secret, step + 1), step, now)).toBe(step + 1);
  });

  test.each(['', '00000', '0000000', 'abcdef', '１２３４５６'])('%j is not a code', (code) => {
    expect(stepOf(secret, code, 0)).toBeNull();
  });
});

test('a secret is 160 bits in base32, new each time, and the URI has all that an app needs', () => {
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(other).not.toBe(one);
  expect(totpAddress(secret, 'a b@x.example', 'Demo')).toBe(
    `otpauth://totp/Sharebook%20Demo:a%20b%40x.example?secret=${secret}&issuer=Sharebook%20Demo&digits=6&period=30`,
  );
});
