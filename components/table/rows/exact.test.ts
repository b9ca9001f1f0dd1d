import { describe, expect, it } from 'vitest';
import { exactKey, exactSum } from './exact.ts';

describe('exactKey', () => {
  it('distinguishes quantities that are one double', () => {
    const [a, b] = [9007199254740993n, 9007199254740992n];
    expect(Number(a)).toBe(Number(b));
    expect(exactKey(a)! > exactKey(b)!).toBe(true);
    expect(exactKey('9007199254740993')! > exactKey('9007199254740992')!).toBe(true);
  });

  it('orders decimals, integers and exponents on one scale', () => {
    const values = ['-2', '-1.5', 0, 1e-7, '0.00000011', 1n, '1.10', '1.2', 25];
    const keys = values.map((value) => exactKey(value)!);
    expect([...keys].sort((x, y) => (x < y ? -1 : 1))).toEqual(keys);
  });

  it('has no key for text that is not a number', () => {
    expect([null, undefined, '', 'Unlimited'].map(exactKey)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('exactSum', () => {
  it('adds without rounding and skips text', () => {
    expect(exactSum([9007199254740993n, '2', 1, 'Unlimited', null])).toBe('9007199254740996');
    expect(exactSum(['0.1', '0.2', '0.00000001'])).toBe('0.30000001');
    expect(exactSum(['-5.5', 2])).toBe('-3.5');
    expect(exactSum([])).toBe('0');
  });
});
