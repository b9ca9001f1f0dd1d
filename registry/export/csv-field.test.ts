import { expect, test } from 'vitest';
import { fieldText } from './csv-field.ts';

test('null is nothing, an empty text is two quotes, other kinds are plain', () => {
  expect(fieldText('text', null)).toBe('');
  expect(fieldText('text', '')).toBe('""');
  expect(fieldText('text', 'O"Brien, J\n')).toBe('"O""Brien, J\n"');
  expect(fieldText('shares', -9_007_199_254_740_993n)).toBe('-9007199254740993');
  expect(fieldText('boolean', true)).toBe('true');
  expect(fieldText('holder', '00100040')).toBe('"00100040"');
});

test('a text that could be read as a formula gets one apostrophe, and so does one that begins with it', () => {
  expect(fieldText('text', '=1+1')).toBe('"\'=1+1"');
  expect(fieldText('text', '@sum(A1)')).toBe('"\'@sum(A1)"');
  expect(fieldText('text', "'=1+1")).toBe('"\'\'=1+1"');
  expect(fieldText('text', "'s-Hertogenbosch")).toBe('"\'\'s-Hertogenbosch"');
  expect(fieldText('counter', 'number 1 CS')).toBe('"number 1 CS"');
});
