import { expect, test } from 'vitest';
import { type AddressInput, type HolderInput, registrationOf } from './registration-input.ts';

const place: AddressInput = { address1: 'HAUPTSTR 1', city: 'BERLIN', country2Code: 'DE' };
const matches = (primary: AddressInput): HolderInput => ({
  name: 'JOHN A SAMPLE',
  sortName: 'SAMPLE, JOHN A',
  ...{ primaryTaxId: null, primaryTaxIdType: 'SSN', primaryPayeeName: null },
  primary,
  by: { email: 'a@b.example', firstName: 'A', lastName: 'B' },
});
const countryOf = (primary: AddressInput) =>
  registrationOf(matches(primary), undefined, '2026-11-20T15:00:00Z').primary.country;

test.each([
  [{}, 'Germany'],
  [{ country: null }, 'Germany'],
  [{ country: '' }, 'Germany'],
  [{ country: 'DEUTSCHLAND' }, 'DEUTSCHLAND'],
  [{ country2Code: 'US' }, 'United States'],
  [{ country2Code: 'QQ' }, ''],
  [{ country2Code: 'ZZ' }, ''],
])('the country of an address with %j is %j', (given, name) => {
  expect(countryOf({ ...place, ...given })).toBe(name);
});
