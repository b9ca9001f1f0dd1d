import { expect, test } from 'vitest';
import { nameText } from './name-text.ts';

test.each([
  ['primaryTaxId', 'Primary tax ID'],
  ['account-invite', 'Account invite'],
  ['primaryAddress.postalCode', 'Primary address postal code'],
  ['certificate_definition_ids', 'Certificate definition IDs'],
  ['', ''],
])('%j as words is %j', (name, words) => {
  expect(nameText(name)).toBe(words);
});
