import { expect, test } from 'vitest';
import { sheets } from './index.ts';
import { proposedField } from './synonyms.ts';

const holders = sheets.find(({ key }) => key === 'holders')!;
const positions = sheets.find(({ key }) => key === 'positions')!;

test.each([
  [holders, 'Stockholder', 'name'],
  [holders, 'ZIP (Code)', 'postal_code'],
  [holders, 'E-mail', 'email'],
  [positions, 'Cert. No.', 'number'],
  [positions, 'Qty', 'shares'],
  [holders, 'Broker rep', null],
  [holders, '', null],
])('%# proposes for %s', (sheet, header, expected) => {
  expect(proposedField(sheet, header, new Set())).toBe(expected);
});

test('a field that has a column is not proposed again', () => {
  expect(proposedField(holders, 'Stockholder', new Set(['name']))).toBeNull();
});
