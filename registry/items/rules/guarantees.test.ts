import { expect, test } from 'vitest';
import { prefixLimits } from '#lib/contract/agent/guarantee-limits';
import { compareAmounts, marketValue } from './amounts.ts';
import { covers, limitOf } from './guarantees.ts';

test.each([
  ['Z', '10000000'],
  ['Y', '5000000'],
  ['X', '2000000'],
  ['A', '1000000'],
  ['B', '750000'],
  ['C', '500000'],
  ['D', '250000'],
  ['E', '100000'],
  ['F', '100000'],
])('prefix %s covers $%s and not a cent more', (prefix, limit) => {
  expect(covers(prefix, `${limit}.00`)).toBe(true);
  expect(covers(prefix, `${limit}.01`)).toBe(false);
  expect(covers(prefix, `${limit}.000001`)).toBe(false);
  expect(covers(prefix, '0')).toBe(true);
});

test('there are nine prefixes; another letter covers nothing', () => {
  expect(Object.keys(prefixLimits)).toHaveLength(9);
  expect(limitOf('G')).toBeNull();
  expect(covers('G', '1')).toBe(false);
});

test('values are exact', () => {
  expect(marketValue(3n, '12.505')).toBe('37.515');
  expect(marketValue(1n, '0.000001')).toBe('0.000001');
  expect(marketValue(7n, '2')).toBe('14');
  expect(marketValue(9_223_372_036_854_775_807n, '0.1')).toBe('922337203685477580.7');
  // 0.1 * 3 is not 0.3 in floating point.
  expect(compareAmounts(marketValue(3n, '0.1'), '0.3')).toBe(0);
  expect(compareAmounts('100', '99.999999')).toBe(1);
  expect(compareAmounts('0.10', '0.2')).toBe(-1);
});
