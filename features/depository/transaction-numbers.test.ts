import { expect, test } from 'vitest';
import { transactionNumbers } from './transaction-numbers.ts';

test.each([
  ['', []],
  [' 100000213, 100000214;7\n', [100000213, 100000214, 7]],
  ['100000213 and 7', null],
  ['0', null],
  ['-5', null],
  ['1234567890123456', null],
  [Array.from({ length: 21 }, (_, index) => index + 1).join(','), null],
])('%j', (text, numbers) => {
  expect(transactionNumbers(text)).toEqual(numbers);
});
