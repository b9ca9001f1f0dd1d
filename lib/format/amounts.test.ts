import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatCents, formatMoney, formatPerShare } from './money.ts';
import { formatPercent, percentOf8 } from './percent.ts';
import { formatDollarShares, formatShares } from './shares.ts';

describe('shares', () => {
  test.each([
    [1234567n, '1,234,567'],
    [0n, '0'],
    [999, '999'],
    [-1234, '-1,234'],
    ['12345678901234567890123', '12,345,678,901,234,567,890,123'],
    ['0001234', '1,234'],
    ['Unlimited', 'Unlimited'],
    [2 ** 53, '9,007,199,254,740,992'],
  ])('%s is formatted %s', (value, text) => {
    expect(formatShares(value)).toBe(text);
  });

  test('classes counted in dollars', () => {
    expect(formatDollarShares(1234567n)).toBe('$1,234,567');
    expect(formatDollarShares(-5)).toBe('-$5');
    expect(formatDollarShares('Unlimited')).toBe('Unlimited');
  });
});

describe('money', () => {
  test.each([
    ['1234.56', '$1,234.56'],
    ['-1234.56', '-$1,234.56'],
    ['0.005', '$0.01'],
    ['0.004', '$0.00'],
    ['-0.004', '$0.00'],
    ['-0.005', '-$0.01'],
    ['99999999999999999999.995', '$100,000,000,000,000,000,000.00'],
    ['7', '$7.00'],
    ['', ''],
    ['n/a', 'n/a'],
  ])('%s is formatted %s', (value, text) => {
    expect(formatMoney(value)).toBe(text);
  });

  test('per share keeps two to six decimals', () => {
    expect(formatPerShare('0.0875')).toBe('$0.0875');
    expect(formatPerShare('0.1')).toBe('$0.10');
    expect(formatPerShare('0.12345678')).toBe('$0.123457');
    expect(formatPerShare('-12')).toBe('-$12.00');
  });

  test('cents', () => {
    expect(formatCents(11682222n)).toBe('$116,822.22');
    expect(formatCents(-5n)).toBe('-$0.05');
  });
});

describe('percent', () => {
  test.each([
    [6100000n, '82.7916%'],
    [1234567n, '16.7560%'],
    [33333n, '0.4524%'],
    [1n, '<0.0001%'],
    [0n, '0.0000%'],
    [7367901n, '100.0000%'],
  ])('%s of 7,367,901 is formatted %s', (part, text) => {
    expect(formatPercent(part, 7367901n)).toBe(text);
  });

  test('half up, exactly at the half', () => {
    expect(formatPercent(1n, 2000000n)).toBe('0.0001%');
    expect(formatPercent(1n, 2000001n)).toBe('<0.0001%');
    expect(formatPercent(-1n, 4n)).toBe('-25.0000%');
    expect(formatPercent(1n, 0n)).toBe('');
    expect(formatPercent(1n, 3n, 2)).toBe('33.33%');
  });

  test('eight decimals on the wire', () => {
    expect(percentOf8(30450n, 42568n)).toBe(71.53260665);
    expect(percentOf8(1n, 3n)).toBe(33.33333333);
    expect(percentOf8(5n, 0n)).toBe(0);
  });
});

test('the module needs no Node API, so the browser can load it', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  expect(sources.length).toBeGreaterThan(3);
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(text, name).not.toMatch(/from '(?!\.\/)|\bnew Date\b|\bDate\./);
  }
});
